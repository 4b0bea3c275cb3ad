import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Product } from "../catalogue/Product.ts"
import { Rate } from "../catalogue/TaxRate.ts"
import { Id } from "../ledger/Id.ts"
import type { Guard, Posting } from "../ledger/Ledger.ts"
import * as Money from "../ledger/Money.ts"
import { TagUid } from "../primitives/TagUid.ts"
import { atMost } from "../primitives/Text.ts"

export const OrderType = Schema.Literals([
  "sale",
  "cancel_sale",
  "top_up",
  "pay_out",
  "ticket",
  "money_transfer",
  "money_transfer_imbalance",
  "cashier_shift_start",
  "cashier_shift_end"
])
export type OrderType = typeof OrderType.Type

export const PaymentMethod = Schema.Literals(["cash", "sumup", "tag", "sumup_online"])
export type PaymentMethod = typeof PaymentMethod.Type

/** Payment methods for money that ends on a tag; a tag is not one of them. */
export const IncomingMethod = PaymentMethod.check(
  Schema.makeFilter((method) => method !== "tag", { expected: "cash, sumup or sumup_online" })
)

const uuidPattern = /^(?:urn:uuid:|\{)?([0-9a-f]{8})(-?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})\}?$/

/** The uuid that a terminal gives an order before it is booked: any usual spelling, kept in lower case with dashes. */
export const OrderUuid = Schema.String.annotate({ format: "uuid" }).check(atMost(100, "a UUID")).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transformEffect({
      decode: (text) => {
        const match = uuidPattern.exec(text.toLowerCase())
        return match === null
          ? Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected a UUID" }))
          : Effect.succeed([match[1], match[3], match[4], match[5], match[6]].join("-"))
      },
      encode: (uuid) => Effect.succeed(uuid)
    })
  )
)

/** A line before its booking. */
export class PendingLineItem extends Schema.Class<PendingLineItem>("PendingLineItem")({
  /** Pieces; negative for returned goods, never 0. */
  quantity: Schema.Int,
  product: Product,
  /** Gross price of one piece, in cents. */
  product_price: Money.Cents,
  tax_rate_id: Id,
  tax_name: Schema.String,
  tax_rate: Rate,
  total_price: Money.Cents,
  /** Vouchers spent on this line; negative on the lines of a cancel. */
  vouchers_redeemed: Schema.Int
}) {}

export class LineItem extends Schema.Class<LineItem>("LineItem")({
  ...PendingLineItem.fields,
  /** Counts from 0 within its order. */
  item_id: Schema.Int,
  /** The tax contained in total_price, in cents. */
  total_tax: Money.Cents
}) {}

export class Order extends Schema.Class<Order>("Order")({
  id: Id,
  uuid: Schema.String,
  total_price: Money.Cents,
  total_tax: Money.Cents,
  total_no_tax: Money.Cents,
  cancels_order: Schema.NullOr(Id),
  booked_at: Schema.DateTimeUtc,
  payment_method: PaymentMethod,
  order_type: OrderType,
  cashier_id: Schema.NullOr(Id),
  till_id: Schema.NullOr(Id),
  cash_register_id: Schema.NullOr(Id),
  customer_account_id: Schema.NullOr(Id),
  customer_tag_uid: Schema.NullOr(TagUid),
  customer_tag_id: Schema.NullOr(Id),
  line_items: Schema.Array(LineItem),
  customer_tag_uid_hex: Schema.NullOr(Schema.String)
}) {}

/** An order in a customer's history. */
export class DetailedOrder extends Schema.Class<DetailedOrder>("DetailedOrder")({
  ...Order.fields,
  till_name: Schema.String
}) {}

/** An order as the back office lists it. */
export class ListedOrder extends Schema.Class<ListedOrder>("ListedOrder")({
  ...Order.fields,
  till_name: Schema.NullOr(Schema.String),
  cashier_name: Schema.NullOr(Schema.String),
  customer_tag_pin: Schema.NullOr(Schema.String),
  /** The order that cancels this one. */
  cancelled_by_order: Schema.NullOr(Id)
}) {}

/** An order as the back office shows it, with its effect on the guest's account. */
export class OfficeOrder extends Schema.Class<OfficeOrder>("OfficeOrder")({
  ...ListedOrder.fields,
  /** The sale that this one corrects, and the one that corrects this. */
  corrects_order: Schema.NullOr(Id),
  corrected_by_order: Schema.NullOr(Id),
  /** Before and after it, in cents; null if it concerned no account, or several. */
  old_balance: Schema.NullOr(Money.Cents),
  new_balance: Schema.NullOr(Money.Cents),
  old_vouchers: Schema.NullOr(Schema.Int),
  new_vouchers: Schema.NullOr(Schema.Int)
}) {}

/** A line of a decision: the priced line and the fields that only storage needs. */
export interface BookedLine extends PendingLineItem {
  /** The sold revision of the product. */
  readonly revisionId: bigint
  /** Tax contained in the line, in cents. */
  readonly totalTax: Money.Cents
}

/** A decided order with its postings, ready to be stored. */
export interface OrderDraft {
  readonly uuid: string
  readonly orderType: OrderType
  readonly paymentMethod: PaymentMethod
  readonly customerAccountId: bigint | null
  readonly userTagId: bigint | null
  readonly cashRegisterId: bigint | null
  readonly cancelsOrder: bigint | null
  readonly lines: ReadonlyArray<BookedLine>
  readonly postings: ReadonlyArray<Posting>
  readonly guards: ReadonlyArray<Guard>
}

/** Decided postings by a user without an order, ready to be stored. */
export interface TransferDraft {
  readonly description: string
  readonly postings: ReadonlyArray<Posting>
  readonly guards: ReadonlyArray<Guard>
}
