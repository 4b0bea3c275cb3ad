// Without schemas, as browsers load it too.
import { countrySpecs, isValidIBAN } from "ibantools"

/**
 * The number of a bank account in capitals without separators, whether or not it is complete. Takes what telephones, PDF files and
 * messengers add when it is copied: blanks and hyphens of any kind, full stops, invisible characters, and `IBAN` in front.
 */
export const compact = (text: string): string =>
  text.normalize("NFKC").replaceAll(/[\s\p{Z}\p{Cc}\p{Cf}\p{Pd}.]/gu, "").toUpperCase().replace(/^(?:IBAN:?)+/, "")

/**
 * Reads the number of a bank account as people paste it, in the form that banks exchange. Undefined if the structure or length is
 * wrong for the country, or the check digits are wrong; those are 02 to 98 (ISO 13616, ISO 7064).
 */
export const parse = (text: string): string | undefined => {
  const iban = compact(text)
  return isValidIBAN(iban) ? iban : undefined
}

/** The country code of the account. */
export const countryOf = (iban: string): string => iban.slice(0, 2)

/** How many characters an IBAN of a country has; undefined if the country has none. */
export const lengthIn = (country: string): number | undefined => countrySpecs[country]?.chars ?? undefined
