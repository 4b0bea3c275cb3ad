/** An IBAN as it is stored: upper case, without separators. */
export const compact = (typed: string): string => typed.replaceAll(/[\s.-]/g, "").toUpperCase()

/** In groups of four, as banks print it. */
export const grouped = (typed: string): string => compact(typed).replaceAll(/(.{4})(?=.)/g, "$1 ")

/** Where the cursor stands after grouping: behind the same character as before. */
export const cursorAfter = (typed: string, cursor: number): number => {
  const before = compact(typed.slice(0, cursor)).length
  return before + Math.floor(Math.max(0, before - 1) / 4)
}

/** The country of an IBAN, as soon as it is typed. */
export const countryOf = (typed: string): string | undefined => /^[A-Z]{2}/.exec(compact(typed))?.[0]

/** Lengths of IBANs by country (SWIFT IBAN registry), where guests' accounts may be. */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22
}

/** Whether more characters must follow before an IBAN of this country can be complete. */
export const isUnfinished = (typed: string): boolean => compact(typed).length < (lengths[countryOf(typed) ?? ""] ?? 15)

/** Whether length and check digits are right (ISO 13616, ISO 7064 mod 97-10). The server decides about national rules. */
export const isValid = (typed: string): boolean => {
  const iban = compact(typed)
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  const length = lengths[iban.slice(0, 2)]
  if (length !== undefined && length !== iban.length) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(
    /[A-Z]/g,
    (letter) => String(letter.charCodeAt(0) - 55)
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
