import { Schema } from "effect"
import { Product } from "../catalogue/Product.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Order } from "../order/Order.ts"
import { TagUid } from "../primitives/TagUid.ts"

/** A user of an event in their work at tills. */
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
  /** Cash in the cashier's register, in cents; null without a register. */
  cash_drawer_balance: Schema.NullOr(Money.Cents),
  /** The terminals where the cashier is signed in. */
  terminal_ids: Schema.Array(Id),
  /** Chip number in upper-case hexadecimal. */
  user_tag_uid_hex: Schema.NullOr(Schema.String)
}) {}

/** The cashier without the chip number, for callers who may not see the chips of colleagues. */
export const withoutChip = (cashier: Cashier): Cashier =>
  new Cashier({ ...cashier, user_tag_uid: null, user_tag_uid_hex: null })

/** A shift that ended with a close-out. */
export class CashierShift extends Schema.Class<CashierShift>("CashierShift")({
  id: Id,
  comment: Schema.String,
  cashier_id: Id,
  cash_register_id: Schema.NullOr(Id),
  /** The user who counted, as the close-out request names them. */
  closing_out_user_id: Id,
  /** The counted cash, in cents. */
  actual_cash_drawer_balance: Money.Cents,
  /** The cash expected in the register, in cents. */
  expected_cash_drawer_balance: Money.Cents,
  /** Counted minus expected, in cents: positive is over, negative is short. */
  cash_drawer_imbalance: Money.Cents,
  started_at: Schema.DateTimeUtc,
  ended_at: Schema.DateTimeUtc
}) {}

export class CashierProductStats extends Schema.Class<CashierProductStats>("CashierProductStats")({
  /** The product in its revision sold last. */
  product: Product,
  /** Pieces sold less those cancelled or returned. */
  quantity: Schema.Int
}) {}

/**
 * The most orders of a shift in one answer. Longer than other lists, because published applications show a whole shift at
 * once.
 */
export const maxShiftOrders = 10_000

/** Products and orders that a cashier booked in a shift. */
export class CashierShiftStats extends Schema.Class<CashierShiftStats>("CashierShiftStats")({
  /** Best-selling products first. */
  booked_products: Schema.Array(CashierProductStats),
  /** Newest first. */
  orders: Schema.Array(Order)
}) {}
