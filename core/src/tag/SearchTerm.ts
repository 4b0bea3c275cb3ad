/** Search terms below this length find nothing. */
export const shortestTerm = 2

/** What a search answers at most unless it is asked for more. */
export const usualFinds = 100

/** A term in the forms in which it is looked for; plain text, never a pattern. */
export interface SearchTerm {
  /** In lower case, for names, comments, PINs and the like. */
  readonly text: string
  /** In upper case without the zeros it begins with, as the numbers of chips are printed. */
  readonly uidHex: string
  /** In upper case without blanks, as IBANs are stored. */
  readonly iban: string
}

/** What to look for; `undefined` when the term is too short or no text of ours can contain it. */
export const searchFor = (term: string): SearchTerm | undefined => {
  const text = term.trim()
  return text.length < shortestTerm || text.includes("\u0000") ? undefined : {
    text: text.toLowerCase(),
    uidHex: text.toUpperCase().replace(/^0+(?=.)/, ""),
    iban: text.toUpperCase().replace(/\s/g, "")
  }
}
