import { Schema } from "effect"
import { Product } from "../catalogue/Product.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Order } from "../order/Order.ts"
import { TagUid } from "../primitives/TagUid.ts"

/** A user of an event, as somebody who works at tills. */
export class Cashier extends Schema.Class<Cashier>("Cashier")({
  node_id: Id,
  id: Id,
  login: Schema.String,
  display_name: Schema.String,
  description: Schema.NullOr(Schema.String),
  user_tag_id: Schema.NullOr(Id),
  user_tag_uid: Schema.NullOr(TagUid),
  transport_account_id: Schema.NullOr(Id),
  cash_register_id: Schema.NullOr(Id),
  /** What the cashier's register holds, in cents; null without one. */
  cash_drawer_balance: Schema.NullOr(Money.Cents),
  /** The terminals where the cashier is signed in. */
  terminal_ids: Schema.Array(Id),
  /** Chip number in upper-case hexadecimal. */
  user_tag_uid_hex: Schema.NullOr(Schema.String)
}) {}

/** A cashier as those see them who may not know the numbers of colleagues' chips. */
export const withoutChip = (cashier: Cashier): Cashier =>
  new Cashier({ ...cashier, user_tag_uid: null, user_tag_uid_hex: null })

/** A shift that was closed out. */
export class CashierShift extends Schema.Class<CashierShift>("CashierShift")({
  id: Id,
  comment: Schema.String,
  cashier_id: Id,
  cash_register_id: Schema.NullOr(Id),
  /** Who counted, by what was said at the close-out. */
  closing_out_user_id: Id,
  /** The counted cash, in cents. */
  actual_cash_drawer_balance: Money.Cents,
  /** What the register was to hold, in cents. */
  expected_cash_drawer_balance: Money.Cents,
  /** Counted minus expected, in cents: positive is over, negative is short. */
  cash_drawer_imbalance: Money.Cents,
  started_at: Schema.DateTimeUtc,
  ended_at: Schema.DateTimeUtc
}) {}

export class CashierProductStats extends Schema.Class<CashierProductStats>("CashierProductStats")({
  /** As it was sold last. */
  product: Product,
  /** Pieces; what was cancelled or returned is taken off. */
  quantity: Schema.Int
}) {}

/** Orders of a shift in one answer at most: published applications show a whole shift, which no other list is as long as. */
export const maxShiftOrders = 10_000

/** What a cashier booked in a shift. */
export class CashierShiftStats extends Schema.Class<CashierShiftStats>("CashierShiftStats")({
  /** The most sold first. */
  booked_products: Schema.Array(CashierProductStats),
  /** The newest first. */
  orders: Schema.Array(Order)
}) {}
