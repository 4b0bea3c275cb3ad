// Without schemas, as browsers load it too.

/** A country of the Single Euro Payments Area. */
export interface SepaCountry {
  /** ISO 3166-1 alpha-2, as an IBAN begins. */
  readonly code: string
  /** The day from which its banks could take part in the schemes, as `2008-01-28`. */
  readonly joined: string
}

/**
 * Days and countries (European Payments Council, EPC409-09, list of SEPA scheme countries). The first is the start of the credit
 * transfer. Libraries have older lists, so this one is our own.
 */
const joined = {
  "2008-01-28": "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK",
  "2009-03-31": "MC",
  "2013-07-01": "HR",
  "2014-02-01": "SM",
  "2019-03-01": "AD VA",
  "2024-11-21": "AL ME",
  "2025-03-06": "MD MK",
  "2025-05-22": "RS"
} as const

/** The countries of SEPA, in the order of their codes. */
export const sepaCountries: ReadonlyArray<SepaCountry> = Object.entries(joined)
  .flatMap(([day, codes]) => codes.split(" ").map((code) => ({ code, joined: day })))
  .toSorted((one, other) => one.code < other.code ? -1 : 1)

/** Gibraltar belongs to the United Kingdom in SEPA, but has IBANs of its own. The IBANs of all other territories name the country. */
const territories: ReadonlyArray<string> = ["GI"]

/** The beginnings of IBANs in SEPA: its countries, and the territory whose IBANs have its own code. */
export const sepaCodes: ReadonlyArray<string> = [...sepaCountries.map(({ code }) => code), ...territories].toSorted()

/** Whether banks of a country or territory take part in SEPA. */
export const isSepaCode = (code: string): boolean => sepaCodes.includes(code)
