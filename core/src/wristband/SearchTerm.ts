import { searchedCode } from "../base/PrintedCode.ts"

/** A search term in the forms in which it is compared: plain text, never a pattern. */
export interface SearchTerm {
  /** In lower case, to be found in names, comments and the like. */
  readonly text: string
  /** As codes are compared: part of a PIN, or the code of a presale ticket. */
  readonly code: string
  /** Part of a chip number in hexadecimal digits, in upper case; null if it can't be one. */
  readonly uidHex: string | null
  /** Part of a chip number in decimal digits; null if it can't be one. */
  readonly uidDecimal: string | null
  /** In upper case without spaces, as IBANs are stored. */
  readonly iban: string
}

/** More than any code has. Composing the letters of very long texts takes minutes. */
const longestCode = 1000

/** Prepares a search; `undefined` if the term is blank or can't occur in stored text. */
export const searchFor = (term: string): SearchTerm | undefined => {
  const text = term.trim()
  return text === "" || text.includes("\u0000") ? undefined : {
    text: text.toLowerCase(),
    code: searchedCode(text.slice(0, longestCode)),
    ...chipNumbers(text),
    iban: text.toUpperCase().replace(/\s/g, "")
  }
}

/** Zeros alone occur in every zero-padded number, so they are not searched for. */
const chipNumbers = (text: string): Pick<SearchTerm, "uidHex" | "uidDecimal"> => {
  const digits = text.replace(/[\s:-]/g, "")
  const isNumber = digits.length <= 20 && /[1-9a-f]/i.test(digits)
  return {
    uidHex: isNumber && /^[0-9a-f]{1,16}$/i.test(digits) ? digits.toUpperCase() : null,
    uidDecimal: isNumber && /^[0-9]+$/.test(digits) ? digits : null
  }
}
