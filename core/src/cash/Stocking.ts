import { Effect, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { integerBetween } from "../base/Integer.ts"
import * as Money from "../base/Money.ts"
import { orElse } from "../base/OptionalField.ts"
import { Name } from "../base/Text.ts"

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
  /** The name, as terminals show it: 1 to 255 characters. */
  name: Name,
  /** How many notes of 200.00; 0 if left out, at most 100,000. */
  euro200: Count,
  /** How many notes of 100.00; 0 if left out, at most 100,000. */
  euro100: Count,
  /** How many notes of 50.00; 0 if left out, at most 100,000. */
  euro50: Count,
  /** How many notes of 20.00; 0 if left out, at most 100,000. */
  euro20: Count,
  /** How many notes of 10.00; 0 if left out, at most 100,000. */
  euro10: Count,
  /** How many notes of 5.00; 0 if left out, at most 100,000. */
  euro5: Count,
  /** How many rolls of 25 coins of 2.00; 0 if left out, at most 100,000. */
  euro2: Count,
  /** How many rolls of 25 coins of 1.00; 0 if left out, at most 100,000. */
  euro1: Count,
  /** How many rolls of 40 coins of 0.50; 0 if left out, at most 100,000. */
  cent50: Count,
  /** How many rolls of 40 coins of 0.20; 0 if left out, at most 100,000. */
  cent20: Count,
  /** How many rolls of 40 coins of 0.10; 0 if left out, at most 100,000. */
  cent10: Count,
  /** How many rolls of 50 coins of 0.05; 0 if left out, at most 100,000. */
  cent5: Count,
  /** How many rolls of 50 coins of 0.02; 0 if left out, at most 100,000. */
  cent2: Count,
  /** How many rolls of 50 coins of 0.01; 0 if left out, at most 100,000. */
  cent1: Count,
  /** Any further amount, from 0 to 10,000,000.00; 0 if left out. */
  variable_in_euro: Money.centsThat(
    (cents) => cents >= 0n && cents <= 1_000_000_000n,
    "an amount from 0 to 10,000,000.00"
  ).pipe(Schema.withDecodingDefaultKey(Effect.succeed(Money.zero)))
}) {}

/** The notes and coins with which cash registers start. */
export class CashRegisterStocking extends Schema.Class<CashRegisterStocking>("CashRegisterStocking")({
  ...NewCashRegisterStocking.fields,
  node_id: Id,
  id: Id,
  /** The whole float: notes, rolls of coins and the further amount. */
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
