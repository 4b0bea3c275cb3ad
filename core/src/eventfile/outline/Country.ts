// Without schemas, as browsers load it too.
import type { Language } from "../../base/Language.ts"
import type { TaxType } from "../../base/TaxType.ts"

/** What is sold, as far as countries tax it differently. */
export type GoodsKind = "alcohol" | "softDrink" | "food" | "ticket"

/** A tax rate as an event begins with it. */
export interface CountryRate {
  /** In ten-thousandths: 1900 is 19 %. */
  readonly rate: number
  /** What it is for the German tax office; null elsewhere. */
  readonly type: TaxType | null
}

/**
 * What the state asks of receipts: signed by a device that Wristbank drives, of a system that it has no part in, nothing of the kind, or
 * nothing that we know of.
 */
export type FiscalDuty = "signed" | "elsewhere" | "none" | "unknown"

export interface Country {
  /** ISO 3166-1 alpha-2, as bank accounts begin. */
  readonly code: string
  /** ISO 3166-1 alpha-3, as fiscal settings name it. */
  readonly fiscalCode: string
  readonly name: Readonly<Record<Language, string>>
  readonly currency: string
  readonly timeZone: string
  /** What receipts call the tax. */
  readonly tax: Readonly<Record<Language, string>>
  /** The usual rate comes first: what no other rate is known for has it. */
  readonly rates: readonly [CountryRate, ...ReadonlyArray<CountryRate>]
  /** The rates of what is sold at stalls, in ten-thousandths; the usual rate for other kinds. */
  readonly rateOf: Partial<Readonly<Record<GoodsKind, number>>>
  /** The age from which beer and wine may be sold; all other alcohol is from 18. */
  readonly beerFrom: 16 | 18
  readonly fiscal: FiscalDuty
  /** How many times a price in euros the usual price in the currency is, and to what it is rounded, in hundredths. */
  readonly prices: { readonly times: number; readonly roundTo: number }
}

const vat = { en: "VAT", de: "USt." }
const inEuro = { times: 1, roundTo: 10 }
const ofRate = (rate: number, type: TaxType | null = null): CountryRate => ({ rate, type })

/**
 * Rates as of 1 November 2026.
 * Germany: § 12 (1), (2) no. 15 UStG, by which food that is served has 7 % since 1 January 2026, and drinks have not.
 * Austria: § 10 (1) to (3) UStG 1994: 20 %, food that is served 10 %, drinks 20 %, and 13 % for some tickets.
 * Switzerland: Art. 25 MWSTG since 1 January 2024: 8.1 %, and 2.6 % for food that is taken away; where guests can sit down it has 8.1 %.
 * The Netherlands: Art. 9 Wet OB 1968: 21 %, and 9 % for food and drinks without alcohol.
 * Denmark: § 33 momsloven: 25 % for everything.
 */
export const countries: ReadonlyArray<Country> = [
  {
    code: "DE",
    fiscalCode: "DEU",
    name: { en: "Germany", de: "Deutschland" },
    currency: "EUR",
    timeZone: "Europe/Berlin",
    tax: vat,
    rates: [ofRate(1900, "regular_vat"), ofRate(700, "reduced_vat")],
    rateOf: { food: 700 },
    beerFrom: 16,
    fiscal: "signed",
    prices: inEuro
  },
  {
    code: "AT",
    fiscalCode: "AUT",
    name: { en: "Austria", de: "Österreich" },
    currency: "EUR",
    timeZone: "Europe/Vienna",
    tax: vat,
    rates: [ofRate(2000), ofRate(1000), ofRate(1300)],
    rateOf: { food: 1000 },
    beerFrom: 16,
    fiscal: "elsewhere",
    prices: inEuro
  },
  {
    code: "CH",
    fiscalCode: "CHE",
    name: { en: "Switzerland", de: "Schweiz" },
    currency: "CHF",
    timeZone: "Europe/Zurich",
    tax: { en: "VAT", de: "MWST" },
    rates: [ofRate(810), ofRate(260)],
    rateOf: {},
    beerFrom: 16,
    fiscal: "none",
    prices: { times: 1.5, roundTo: 50 }
  },
  {
    code: "NL",
    fiscalCode: "NLD",
    name: { en: "Netherlands", de: "Niederlande" },
    currency: "EUR",
    timeZone: "Europe/Amsterdam",
    tax: { en: "VAT", de: "MwSt." },
    rates: [ofRate(2100), ofRate(900)],
    rateOf: { food: 900, softDrink: 900 },
    beerFrom: 18,
    fiscal: "none",
    prices: inEuro
  },
  {
    code: "DK",
    fiscalCode: "DNK",
    name: { en: "Denmark", de: "Dänemark" },
    currency: "DKK",
    timeZone: "Europe/Copenhagen",
    tax: { en: "VAT", de: "MwSt." },
    rates: [ofRate(2500)],
    rateOf: {},
    beerFrom: 18,
    fiscal: "elsewhere",
    prices: { times: 8, roundTo: 100 }
  }
]

/** What a person says of a country that is not in the list. */
export interface OtherCountry {
  readonly currency: string
  readonly timeZone: string
  /** In per cent, the usual one first, with blanks or semicolons between them: `23 13,5 0`. */
  readonly rates: string
}

/** The country whose clock a time zone has. */
export const countryIn = (timeZone: string): Country | undefined =>
  countries.find((country) => country.timeZone === timeZone)
