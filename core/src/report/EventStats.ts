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

/** The vouchers that one user gave guests in an event; vouchers that they took away are not subtracted. */
export class UserVoucherGrantStats extends Schema.Class<UserVoucherGrantStats>("UserVoucherGrantStats")({
  /** The sum of the other three. */
  vouchers_granted: Schema.Int,
  /** Granted at terminals to guests who had a wristband. */
  granted_at_terminals: Schema.Int,
  /** Handed out at terminals together with free tickets. */
  granted_with_free_tickets: Schema.Int,
  /** Added by corrections in the back office. */
  added_by_corrections: Schema.Int
}) {
  static readonly none = new this({
    vouchers_granted: 0,
    granted_at_terminals: 0,
    granted_with_free_tickets: 0,
    added_by_corrections: 0
  })
}

export class FreeTicketStats extends Schema.Class<FreeTicketStats>("FreeTicketStats")({
  free_tickets_issued: Schema.Int
}) {}
