import { type DateTime, Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { atMost } from "../base/Text.ts"
import { Product } from "../event/Product.ts"
import { Rate } from "../event/TaxRate.ts"
import type { Guard, Posting } from "./Ledger.ts"

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
  /** Pieces; negative for returned goods and on the lines of a cancel, never 0. */
  quantity: Schema.Int,
  /** The product as it was sold. */
  product: Product,
  /** Gross price of one piece. */
  product_price: Money.Cents,
  /** The product's own price of one piece, where a price list decided another; null elsewhere. */
  list_price: nullOr(Money.Cents),
  /** The tax rate with which it was sold. */
  tax_rate_id: Id,
  /** The name that the tax rate had. */
  tax_name: Schema.String,
  /** The tax rate as a fraction: 0.19 is 19 %. */
  tax_rate: Rate,
  /** Gross price of all pieces of the line. */
  total_price: Money.Cents,
  /** Vouchers spent on this line; negative on the lines of a cancel. */
  vouchers_redeemed: Schema.Int,
  /** What those vouchers paid of `total_price`; negative on the lines of a cancel. A discount of its own takes it off. */
  voucher_value: Money.Cents
}) {}

/** A line of an order that was booked: a product, how many, and for what price. */
export class LineItem extends Schema.Class<LineItem>("LineItem")({
  ...PendingLineItem.fields,
  /** The place of the line in its order, from 0. */
  item_id: Schema.Int,
  /** The tax contained in `total_price`. */
  total_tax: Money.Cents
}) {}

/** Something that was booked at a till, in the office or in the portal, with its lines. */
export class Order extends Schema.Class<Order>("Order")({
  id: Id,
  /** The UUID that the order got from its till, or from the server. The address of the receipt contains it. */
  uuid: Schema.String,
  /** The price of all lines together, gross; negative for what the guest gets, as in pay-outs and cancels. */
  total_price: Money.Cents,
  /** The tax contained in `total_price`. */
  total_tax: Money.Cents,
  /** The price of all lines together without tax. */
  total_no_tax: Money.Cents,
  /** The order that this one cancels; null for other orders. */
  cancels_order: nullOr(Id),
  /** When it was booked. */
  booked_at: Schema.DateTimeUtc,
  /** How it was paid: `tag` is the wristband, `sumup` a card at a terminal, `sumup_online` a card in the portal. */
  payment_method: PaymentMethod,
  /**
   * What it is. `money_transfer` is cash that comes into a till or leaves it, `money_transfer_imbalance` a difference that was
   * counted.
   */
  order_type: OrderType,
  /** The user who booked it; null for an order of the portal. */
  cashier_id: nullOr(Id),
  /**
   * The till at which it was booked, which is the event's virtual till for what no real till books, such as online top-ups.
   * Never null.
   */
  till_id: nullOr(Id),
  /** The cash register whose cash it concerns; null if it concerns none. */
  cash_register_id: nullOr(Id),
  /** The account of the guest; null for an order without one, such as a sale for cash. */
  customer_account_id: nullOr(Id),
  /** The chip number of the guest's wristband; null without one. */
  customer_tag_uid: nullOr(TagUid),
  /** The guest's wristband; null without one. */
  customer_tag_id: nullOr(Id),
  /** What was sold or moved; empty for the start and end of a shift. */
  line_items: Schema.Array(LineItem),
  /** The chip number in upper-case hexadecimal digits; null without one. */
  customer_tag_uid_hex: nullOr(Schema.String)
}) {}

/** Whether an order gets a receipt, now or later: the start and the end of a shift have no lines and none. */
export const hasReceipt = (lines: number): boolean => lines > 0

/** The receipt of an order, as part of it. */
const receiptOfOrder = {
  /** The address of its receipt, which is there once the order is signed; null for the start and end of a shift, which have none. */
  bon_url: nullOr(Schema.String)
}

/** An order as the cashier who booked it sees it. */
export class CashierOrder extends Schema.Class<CashierOrder>("CashierOrder")({
  ...Order.fields,
  ...receiptOfOrder
}) {}

/** An order in a customer's history. */
export class DetailedOrder extends Schema.Class<DetailedOrder>("DetailedOrder")({
  ...Order.fields,
  /** The name of the till that booked it. */
  till_name: Schema.String
}) {}

/** An order as the back office lists it. */
export class ListedOrder extends Schema.Class<ListedOrder>("ListedOrder")({
  ...Order.fields,
  /** The name of the till at which it was booked. Never null. */
  till_name: nullOr(Schema.String),
  /** The name of the user who booked it; null if no one did. */
  cashier_name: nullOr(Schema.String),
  /** The PIN of the guest's wristband; null without one. */
  customer_tag_pin: nullOr(Schema.String),
  /** The order that cancels this one; null unless it was cancelled. */
  cancelled_by_order: nullOr(Id)
}) {}

/** An order as the back office shows it, with its effect on the guest's account. */
export class OfficeOrder extends Schema.Class<OfficeOrder>("OfficeOrder")({
  ...ListedOrder.fields,
  ...receiptOfOrder,
  /** The sale that this one corrects; null for other orders. */
  corrects_order: nullOr(Id),
  /** The sale that corrects this one; null unless it was corrected. */
  corrected_by_order: nullOr(Id),
  /** The guest's balance before it; null if it concerned no account, or several. */
  old_balance: nullOr(Money.Cents),
  /** The guest's balance after it; null if it concerned no account, or several. */
  new_balance: nullOr(Money.Cents),
  /** The guest's vouchers before it; null if it concerned no account, or several. */
  old_vouchers: nullOr(Schema.Int),
  /** The guest's vouchers after it; null if it concerned no account, or several. */
  new_vouchers: nullOr(Schema.Int)
}) {}

/** A line with its price. Its tax depends on the other lines of the receipt. */
export interface PricedLine extends PendingLineItem {
  /** The sold revision of the product. */
  readonly revisionId: bigint
}

/** A line of a decision, as it is stored. */
export interface BookedLine extends PricedLine {
  /** Tax contained in the line, in cents. */
  readonly totalTax: Money.Cents
}

/** What makes a sale cheaper for its guest than for others. */
export class Reduction extends Schema.Class<Reduction>("Reduction")({
  /** `price_list` is a price list for kinds of wristbands. More kinds may come. */
  kind: Schema.Literals(["price_list"]),
  /** The name of the price list. */
  name: Schema.String,
  /** What it takes off the price for everyone, above 0. */
  amount: Money.Cents
}) {}

/** A decided order with its postings, ready to be stored. */
export interface OrderDraft {
  readonly uuid: string
  readonly orderType: OrderType
  readonly paymentMethod: PaymentMethod
  readonly customerAccountId: bigint | null
  readonly userTagId: bigint | null
  readonly cashRegisterId: bigint | null
  readonly cancelsOrder: bigint | null
  /** The moment whose prices it has, if that is not its booking; absent or undefined otherwise. */
  readonly pricedAt?: DateTime.Utc | undefined
  /** What makes it cheaper for its guest than for others; absent or undefined for nothing. */
  readonly reductions?: ReadonlyArray<Reduction> | undefined
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
