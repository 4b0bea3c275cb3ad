/** A term in the forms in which it is looked for; plain text, never a pattern. */
export interface SearchTerm {
  /** In lower case, for names, comments, PINs and the like. */
  readonly text: string
  /** A part of a chip number as it is printed in hexadecimal digits, in upper case; null when it can't be one. */
  readonly uidHex: string | null
  /** The same in decimal digits. */
  readonly uidDecimal: string | null
  /** In upper case without blanks, as IBANs are stored. */
  readonly iban: string
}

/** What to look for; `undefined` when the term is blank or no text of ours can contain it. */
export const searchFor = (term: string): SearchTerm | undefined => {
  const text = term.trim()
  return text === "" || text.includes("\u0000") ? undefined : {
    text: text.toLowerCase(),
    ...chipNumbers(text),
    iban: text.toUpperCase().replace(/\s/g, "")
  }
}

/** Zeros alone are part of every number that is filled up with them, so they are no reason to find one. */
const chipNumbers = (text: string): Pick<SearchTerm, "uidHex" | "uidDecimal"> => {
  const digits = text.replace(/[\s:-]/g, "")
  const isNumber = digits.length <= 20 && /[1-9a-f]/i.test(digits)
  return {
    uidHex: isNumber && /^[0-9a-f]{1,16}$/i.test(digits) ? digits.toUpperCase() : null,
    uidDecimal: isNumber && /^[0-9]+$/.test(digits) ? digits : null
  }
}
