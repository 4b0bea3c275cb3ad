import { Effect, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { integerBetween } from "../ledger/Integer.ts"
import * as Money from "../ledger/Money.ts"
import { orElse } from "../primitives/OptionalField.ts"
import { Name } from "../primitives/Text.ts"

const Count = orElse(integerBetween({ minimum: 0, maximum: 100_000 }), 0)

/** The value of one counted unit, in cents: notes count single, coins count in rolls as banks hand them out. */
const valueOf = {
  euro200: 20_000n,
  euro100: 10_000n,
  euro50: 5_000n,
  euro20: 2_000n,
  euro10: 1_000n,
  euro5: 500n,
  euro2: 25n * 200n,
  euro1: 25n * 100n,
  cent50: 40n * 50n,
  cent20: 40n * 20n,
  cent10: 40n * 10n,
  cent5: 50n * 5n,
  cent2: 50n * 2n,
  cent1: 50n * 1n
} as const

export type Denomination = keyof typeof valueOf

export const denominations = Object.keys(valueOf) as ReadonlyArray<Denomination>

/** A template for the float of a cash register: the number of notes and of rolls of coins. */
export class NewCashRegisterStocking extends Schema.Class<NewCashRegisterStocking>("NewCashRegisterStocking")({
  name: Name,
  euro200: Count,
  euro100: Count,
  euro50: Count,
  euro20: Count,
  euro10: Count,
  euro5: Count,
  /** Rolls of 25 pieces. */
  euro2: Count,
  /** Rolls of 25 pieces. */
  euro1: Count,
  /** Rolls of 40 pieces. */
  cent50: Count,
  /** Rolls of 40 pieces. */
  cent20: Count,
  /** Rolls of 40 pieces. */
  cent10: Count,
  /** Rolls of 50 pieces. */
  cent5: Count,
  /** Rolls of 50 pieces. */
  cent2: Count,
  /** Rolls of 50 pieces. */
  cent1: Count,
  /** Any further amount, in cents: at most ten million major units. */
  variable_in_euro: Money.centsThat(
    (cents) => cents >= 0n && cents <= 1_000_000_000n,
    "an amount from 0 to 10,000,000.00"
  ).pipe(Schema.withDecodingDefaultKey(Effect.succeed(Money.zero)))
}) {}

export class CashRegisterStocking extends Schema.Class<CashRegisterStocking>("CashRegisterStocking")({
  ...NewCashRegisterStocking.fields,
  node_id: Id,
  id: Id,
  /** The whole float, in cents. */
  total: Money.Cents
}) {}

/** The whole float, in cents. */
export const total = (
  counts: { readonly [Unit in Denomination]: number } & { readonly variable_in_euro: Money.Cents }
): Money.Cents =>
  Money.add(
    Money.sum(denominations.map((unit) => Money.times(Money.Cents.make(valueOf[unit]), counts[unit]))),
    counts.variable_in_euro
  )
