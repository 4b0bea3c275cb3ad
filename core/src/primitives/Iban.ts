import { electronicFormatIBAN, isValidIBAN } from "ibantools"

/**
 * The number of a bank account as banks exchange it: capitals, without the spaces people type it with. Undefined when the
 * country's structure and length or the check digits are wrong.
 */
export const parse = (text: string): string | undefined => {
  const compact = electronicFormatIBAN(text)
  return compact !== null && isValidIBAN(compact) ? compact : undefined
}

/** The two letters of the account's country. */
export const countryOf = (iban: string): string => iban.slice(0, 2)
