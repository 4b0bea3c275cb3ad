import { Schema } from "effect"
import { currencyCodes } from "./CurrencyCode.ts"
import { atMost } from "./Text.ts"

const expected = "the ISO 4217 code of a currency with two decimals"

/** The ISO 4217 code of a currency with two decimals, such as EUR. */
export const Currency = Schema.String.check(
  atMost(3, expected),
  Schema.makeFilter((code) => currencyCodes.includes(code), { expected })
)
