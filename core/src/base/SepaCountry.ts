// Without schemas, as browsers load it too.

/** A country of the Single Euro Payments Area. */
export interface SepaCountry {
  /** ISO 3166-1 alpha-2, as an IBAN begins. */
  readonly code: string
  /** The day from which it belongs to SEPA, as `2008-01-28`. Its banks may have sent and received payments later. */
  readonly joined: string
}

/**
 * The countries are those of the European Payments Council's EPC409-09, version 8.0 of 24 December 2025. It names no days; they are
 * from what it and others published. Libraries have older lists, so this one is our own.
 */
const joined = {
  // The start of the credit transfer.
  "2008-01-28": "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK",
  // monacoforfinance.mc; its banks sent the first transfers in February 2010.
  "2009-03-31": "MC",
  // With the accession to the European Union; the rules applied to its payments from 6 June 2016 (hgk.hr).
  "2013-07-01": "HR",
  // Central Bank of San Marino.
  "2014-02-01": "SM",
  // European Payments Council, 1 March 2019.
  "2019-03-01": "AD VA",
  // Decisions of the European Payments Council. Banks send and receive since 5 to 7 October 2025; Serbia's since 5 May 2026.
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
