import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Name } from "../organisation/Text.ts"

export class NewCashRegister extends Schema.Class<NewCashRegister>("NewCashRegister")({ name: Name }) {}

/** A cash drawer that a cashier carries from till to till; its money is an account of its own. */
export class CashRegister extends Schema.Class<CashRegister>("CashRegister")({
  ...NewCashRegister.fields,
  node_id: Id,
  id: Id,
  /** Who holds it; null when it lies in the office. */
  current_cashier_id: Schema.NullOr(Id),
  current_till_id: Schema.NullOr(Id),
  /** Money in the drawer, in cents. */
  balance: Money.Cents,
  account_id: Id
}) {}
