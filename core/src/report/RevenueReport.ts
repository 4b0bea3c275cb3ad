import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { Rate } from "../event/TaxRate.ts"
import { OrderType, PaymentMethod } from "../journal/Order.ts"
import { ReportHead } from "./ReportHead.ts"

const shares = {
  /** With tax, less cancelled and returned goods and less discounts, in cents. */
  revenue: Money.Cents,
  /** What the organiser keeps of it, in cents. */
  fee: Money.Cents,
  /** Revenue less fee, in cents. */
  payout: Money.Cents
}

/** Sums of sales with any payment method. */
export class RevenueSums extends Schema.Class<RevenueSums>("RevenueSums")({
  /** Sales and cancels; a cancel is an order too. */
  orders: Schema.Int,
  ...shares
}) {}

/** The sales of one business day. */
export class RevenueDay extends Schema.Class<RevenueDay>("RevenueDay")({
  from_time: Moment,
  /** Not included. */
  to_time: Moment,
  ...RevenueSums.fields
}) {}

/** One sale or cancel; amounts of a cancel are negative. */
export class RevenueOrder extends Schema.Class<RevenueOrder>("RevenueOrder")({
  id: Id,
  booked_at: Moment,
  order_type: OrderType,
  payment_method: PaymentMethod,
  ...shares
}) {}

/** The most orders that a revenue report lists by itself; the export has all of them. */
export const maxListedOrders = 5_000

/**
 * The sales at the tills of a node and below it in the event's period. The fee is that of each till's own node; it is
 * rounded on its sum, and days and orders share it so that they add up to it: a row differs from its own share by less than
 * a cent for each of these nodes.
 */
export class RevenueReport extends Schema.Class<RevenueReport>("RevenueReport")({
  head: ReportHead,
  /** In ten-thousandths: 100 is 1 %. Null if the tills have several rates. */
  fee_rate: nullOr(Rate),
  total: RevenueSums,
  /** From the first day of the period to the last one with sales; days without sales have zeros. */
  days: Schema.Array(RevenueDay),
  /** The first ones by time, at most `maxListedOrders`; how many there are in all is in the total. */
  orders: Schema.Array(RevenueOrder)
}) {}
