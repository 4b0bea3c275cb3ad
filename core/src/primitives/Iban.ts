import { electronicFormatIBAN, isValidIBAN } from "ibantools"

/**
 * Normalises the number of a bank account to the form that banks exchange: capitals without spaces. Undefined if the
 * structure or length is wrong for the country, or the check digits are wrong.
 */
export const parse = (text: string): string | undefined => {
  const compact = electronicFormatIBAN(text)
  return compact !== null && isValidIBAN(compact) ? compact : undefined
}

/** The country code of the account. */
export const countryOf = (iban: string): string => iban.slice(0, 2)
