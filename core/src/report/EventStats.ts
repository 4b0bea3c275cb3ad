import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { PaymentMethod } from "../order/Order.ts"

/** The orders that were paid in one way. */
export class PaymentMethodStats extends Schema.Class<PaymentMethodStats>("PaymentMethodStats")({
  payment_method: PaymentMethod,
  /** Number of orders with at least one line; a cancel is an order too. */
  count: Schema.Int,
  /** Sum of their lines in cents; cancels and pay-outs count negative. */
  revenue: Money.Cents
}) {}

/** How the guests of an event paid and were paid out in a period, without transfers of cash. */
export class PaymentMethodsStats extends Schema.Class<PaymentMethodsStats>("PaymentMethodsStats")({
  from_time: Schema.DateTimeUtc,
  /** Not included. */
  to_time: Schema.DateTimeUtc,
  /** Highest revenue first; ways in which nobody paid are left out. */
  stats: Schema.Array(PaymentMethodStats)
}) {}

export class FreeTicketStats extends Schema.Class<FreeTicketStats>("FreeTicketStats")({
  free_tickets_issued: Schema.Int
}) {}
