import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { DayText, Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { Rate } from "../event/TaxRate.ts"
import { PaymentMethod } from "../journal/Order.ts"
import { SealHash } from "./DaySeal.ts"
import { ReportHead } from "./ReportHead.ts"
import { TakingsSums, takingsSums } from "./Takings.ts"

/**
 * The kind of a line: by its product (ticket, top-up, pay-out), else by its order (difference of a cash register, sale).
 * A ticket with an included top-up is therefore in two categories.
 */
export const DailyCategory = Schema.Literals(["ticket", "top_up", "pay_out", "imbalance", "sale", "other"])
export type DailyCategory = typeof DailyCategory.Type

/** What was booked of one category, at one place, with one payment method. */
export class DailyOperation extends Schema.Class<DailyOperation>("DailyOperation")({
  category: DailyCategory,
  /** Of sales the nearest requested node, of all others the node of the till. */
  node_id: Id,
  node_name: Schema.String,
  /** Null in the row of zeros of a requested node without bookings. */
  payment_method: nullOr(PaymentMethod),
  /** Orders less cancelled ones. */
  orders: Schema.Int,
  /** Pieces less cancelled and returned ones, without discounts. */
  products: Schema.Int,
  /** In cents, with tax; cancels and pay-outs count negative. */
  sum: Money.Cents
}) {}

const taxSums = {
  /** Orders with this rate, less cancelled ones. */
  orders: Schema.Int,
  /** Pieces less cancelled and returned ones, without discounts. */
  products: Schema.Int,
  /** With tax, in cents; `gross` is `tax` plus `net`. */
  gross: Money.Cents,
  tax: Money.Cents,
  net: Money.Cents,
  /** Cancels that were booked on this day: how many, and their sum as a positive amount in cents. */
  cancels: Schema.Int,
  cancelled: Money.Cents
}

/** Sums of sales and tickets; cancels are deducted from all but the last two. */
export class DailyTaxSums extends Schema.Class<DailyTaxSums>("DailyTaxSums")(taxSums) {}

/** Sales and tickets with one tax rate. */
export class DailyTax extends Schema.Class<DailyTax>("DailyTax")({
  tax_name: Schema.String,
  /** In ten-thousandths: 1900 is 19 %. */
  tax_rate: Rate,
  ...taxSums
}) {}

/** One product with one tax rate, in sales or as a ticket. */
export class DailyProduct extends Schema.Class<DailyProduct>("DailyProduct")({
  product_id: Id,
  /** As it was sold last on this day. */
  name: Schema.String,
  tax_rate: Rate,
  /** Pieces that were paid with money, less cancelled and returned ones. */
  quantity: Schema.Int,
  /** Paid with money, with tax, in cents. */
  gross: Money.Cents,
  /** Vouchers spent on it, less those returned by cancels. */
  vouchers: Schema.Int,
  /** Pieces that vouchers paid for as a whole. */
  quantity_for_vouchers: Schema.Int,
  /** The part of the price that vouchers paid, in cents. */
  voucher_value: Money.Cents
}) {}

/** The sales and tickets at a requested node and below it. */
export class DailyNode extends Schema.Class<DailyNode>("DailyNode")({
  node_id: Id,
  node_name: Schema.String,
  /** By rate, highest first, then by name. */
  taxes: Schema.Array(DailyTax),
  /** An order with several rates counts once. */
  tax_total: DailyTaxSums,
  /** By name; the sum of `gross` is that of the taxes. */
  products: Schema.Array(DailyProduct)
}) {}

/** The takings of a full hour in the event's time zone. */
export class DailyHour extends Schema.Class<DailyHour>("DailyHour")({
  from_time: Moment,
  to_time: Moment,
  ...takingsSums
}) {}

/** A product by what was sold of it for money at all requested nodes; with discounts by vouchers deducted. */
export class DailyBestSeller extends Schema.Class<DailyBestSeller>("DailyBestSeller")({
  product_id: Id,
  name: Schema.String,
  /** Pieces less cancelled and returned ones, those for vouchers too. */
  quantity: Schema.Int,
  /** In cents. */
  revenue: Money.Cents
}) {}

/** The cash registers that were counted. */
export class DailyRegister extends Schema.Class<DailyRegister>("DailyRegister")({
  register_id: Id,
  name: Schema.String,
  /** How many shifts were closed out. */
  close_outs: Schema.Int,
  /** In cents: expected and counted cash, and counted minus expected. */
  expected: Money.Cents,
  counted: Money.Cents,
  difference: Money.Cents
}) {}

/** Card payments that were booked, by what is known of them. */
export class DailyCardPayments extends Schema.Class<DailyCardPayments>("DailyCardPayments")({
  /** The provider has not confirmed them, has other money, says that no one paid, or did not answer in time. */
  verification: Schema.Literals(["unverified", "mismatch", "failed", "expired"]),
  payments: Schema.Int,
  /** In cents. */
  amount: Money.Cents
}) {}

/**
 * One business day of some nodes. A cancel counts on the day on which it is booked, not on that of the sale: so a past day
 * never changes, and days add up to their period.
 */
export class DailyReport extends Schema.Class<DailyReport>("DailyReport")({
  head: ReportHead,
  /** The day on which it begins, as 2026-06-30, in the event's time zone. */
  report_date: DayText,
  /** The first and the last order of the requested nodes by number; null without orders. */
  first_order_id: nullOr(Id),
  last_order_id: nullOr(Id),
  /** By category, node and payment method. Each booking is in one row: sums of rows are those of the day. */
  operations: Schema.Array(DailyOperation),
  /** The requested nodes in their given order. A node above another contains its figures. */
  nodes: Schema.Array(DailyNode),
  /** The takings of all requested nodes, each till once. */
  total: TakingsSums,
  /** All hours of the day in order, without gaps; they add up to the total. */
  hours: Schema.Array(DailyHour),
  /** Highest revenue first. */
  best_sellers: Schema.Array(DailyBestSeller),
  /** Vouchers spent at the requested nodes, less those returned. */
  vouchers_spent: Schema.Int,
  /** Vouchers issued less those taken back; null unless the event itself is requested, as they belong to no till. */
  vouchers_issued: nullOr(Schema.Int),
  /** Registers of the requested nodes that were counted on this day, by name. */
  registers: Schema.Array(DailyRegister),
  /** Booked on this day at the requested nodes and not verified; those that an operator settled are left out. */
  unverified_cards: Schema.Array(DailyCardPayments),
  /** The hash of the seal of this day, for all of the event; null while it has none, or for figures of an earlier moment. */
  seal: nullOr(SealHash)
}) {}
