import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { Order } from "../journal/Order.ts"

/** A posting with its reason: its order, or the user who conducted it. */
export class Transaction extends Schema.Class<Transaction>("Transaction")({
  id: Id,
  /**
   * The user who moved it; null for a transaction of an order, whose cashier the order names, and for one of the system.
   */
  conducting_user_id: nullOr(Id),
  /** The reason, for a transaction without an order; null with one. */
  description: nullOr(Schema.String),
  /** The account from which it went. */
  source_account: Id,
  /** The account to which it went. */
  target_account: Id,
  /** The order that it belongs to; null for corrections, payouts and other transactions without one. */
  order: nullOr(Order),
  /** When it was booked. */
  booked_at: Schema.DateTimeUtc,
  /** The money that moved. */
  amount: Money.Cents,
  /** The vouchers that moved. */
  vouchers: Schema.Int
}) {}
