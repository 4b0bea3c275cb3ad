import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Order } from "../order/Order.ts"

/** A posting with its reason: its order, or the user who conducted it. */
export class Transaction extends Schema.Class<Transaction>("Transaction")({
  id: Id,
  conducting_user_id: Schema.NullOr(Id),
  description: Schema.NullOr(Schema.String),
  source_account: Id,
  target_account: Id,
  order: Schema.NullOr(Order),
  booked_at: Schema.DateTimeUtc,
  /** In cents. */
  amount: Money.Cents,
  vouchers: Schema.Int
}) {}
