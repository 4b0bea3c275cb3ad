import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name } from "../base/Text.ts"
import { tillRules } from "./TillRules.ts"

/** What the office enters for a cash register. */
export class NewCashRegister extends Schema.Class<NewCashRegister>("NewCashRegister")({
  /** What the drawer is called: 1 to 255 characters. Unique among cash registers at the node, above it and below it. */
  name: Name
}) {}

/** A cash drawer that a cashier carries from till to till; its money is an account of its own. */
export class CashRegister extends Schema.Class<CashRegister>("CashRegister")({
  ...NewCashRegister.fields,
  node_id: Id,
  id: Id,
  /** The cashier who holds it; null when it lies in the office. */
  current_cashier_id: nullOr(Id),
  /** The till in which it lies; null when it lies in none. */
  current_till_id: nullOr(Id),
  /** The cash that should be in the drawer. */
  balance: Money.Cents,
  /** The account of that cash. */
  account_id: Id
}) {}

/** The objects that use a cash register. */
export interface RegisterHolding {
  readonly name: string
  /** Login of the cashier who holds it. */
  readonly cashier: string | null
  /** The till it lies in. */
  readonly till: string | null
  /** Products whose price is booked to its account. */
  readonly products: ReadonlyArray<string>
  /** Whether anything was ever booked with it. */
  readonly isUsed: boolean
}

/** Decides whether a cash register can be removed. One that was used stays, as the ledger keeps showing it. */
export const removeRegister = (
  { cashier, isUsed, name: register, products, till }: RegisterHolding
): Result.Result<void, InvalidArgument> => {
  if (cashier !== null) return refuse(tillRules.register_held, { register, cashier })
  if (till !== null) return refuse(tillRules.register_in_till, { register, till })
  if (products.length > 0) return refuse(tillRules.register_earns, { register, products })
  if (isUsed) return refuse(tillRules.register_used, { register })
  return Result.succeed(undefined)
}
