import { Schema } from "effect"
import { atMost } from "./Text.ts"

/** ISO 4217 codes of the currencies with two decimals: amounts are whole hundredths everywhere. */
const codes: ReadonlySet<string> = new Set(
  ("AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC " +
    "CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD " +
    "KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO " +
    "NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL " +
    "THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG").split(" ")
)

const expected = "the ISO 4217 code of a currency with two decimals"

/** The ISO 4217 code of a currency with two decimals, such as EUR. */
export const Currency = Schema.String.check(
  atMost(3, expected),
  Schema.makeFilter((code) => codes.has(code), { expected })
)
