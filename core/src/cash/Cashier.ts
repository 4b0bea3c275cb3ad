import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { Product } from "../event/Product.ts"
import { Order } from "../journal/Order.ts"

/** A user of an event in their work at tills. */
export class Cashier extends Schema.Class<Cashier>("Cashier")({
  node_id: Id,
  id: Id,
  /** The name with which the user signs in. */
  login: Schema.String,
  /** The name that screens show. */
  display_name: Schema.String,
  description: nullOr(Schema.String),
  /** The wristband with which the cashier signs in at terminals; null without one. */
  user_tag_id: nullOr(Id),
  /** The chip number of that wristband; null without one, and for callers who may not see it. */
  user_tag_uid: nullOr(TagUid),
  /** The account of the cash that the user carries between registers and the vault; null if they carry none. */
  transport_account_id: nullOr(Id),
  /** The register that the cashier holds; null without one. */
  cash_register_id: nullOr(Id),
  /** The cash that should be in that register; null without a register. */
  cash_drawer_balance: nullOr(Money.Cents),
  /** The terminals where the cashier is signed in, ascending. */
  terminal_ids: Schema.Array(Id),
  /** The chip number in upper-case hexadecimal digits; null where `user_tag_uid` is. */
  user_tag_uid_hex: nullOr(Schema.String)
}) {}

/** The cashier without the chip number, for callers who may not see the chips of colleagues. */
export const withoutChip = (cashier: Cashier): Cashier =>
  new Cashier({ ...cashier, user_tag_uid: null, user_tag_uid_hex: null })

/** A shift that ended with a close-out. */
export class CashierShift extends Schema.Class<CashierShift>("CashierShift")({
  id: Id,
  /** The comment of the person who counted the cash. */
  comment: Schema.String,
  /** The cashier whose shift it was. */
  cashier_id: Id,
  /** The register that was counted; null if it is unknown. */
  cash_register_id: nullOr(Id),
  /** The user who counted, as the close-out named them. */
  closing_out_user_id: Id,
  /** The cash that was counted. */
  actual_cash_drawer_balance: Money.Cents,
  /** The cash that should have been in the drawer: float plus cash taken minus cash given. */
  expected_cash_drawer_balance: Money.Cents,
  /** The difference, counted minus expected: positive is over, negative is short. */
  cash_drawer_imbalance: Money.Cents,
  /** When the first order of the shift was booked. */
  started_at: Schema.DateTimeUtc,
  /** When the shift was closed out. */
  ended_at: Schema.DateTimeUtc
}) {}

/** How many of a product a cashier sold in a shift. */
export class CashierProductStats extends Schema.Class<CashierProductStats>("CashierProductStats")({
  /** The product as it was sold last in the shift. */
  product: Product,
  /** Pieces sold, less those cancelled or returned. */
  quantity: Schema.Int
}) {}

/**
 * The most orders of a shift in one answer. Longer than other lists, because published applications show a whole shift at
 * once.
 */
export const maxShiftOrders = 10_000

/** Products and orders that a cashier booked in a shift. */
export class CashierShiftStats extends Schema.Class<CashierShiftStats>("CashierShiftStats")({
  /** The products sold, best-selling first. */
  booked_products: Schema.Array(CashierProductStats),
  /** The orders of the shift, newest first. */
  orders: Schema.Array(Order)
}) {}
