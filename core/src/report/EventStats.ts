import { Schema } from "effect"
import * as Money from "../base/Money.ts"
import { PaymentMethod } from "../journal/Order.ts"

/** The orders that were paid in one way. */
export class PaymentMethodStats extends Schema.Class<PaymentMethodStats>("PaymentMethodStats")({
  /** How the orders were paid. */
  payment_method: PaymentMethod,
  /** Orders with at least one line; a cancel is an order too. */
  count: Schema.Int,
  /** The sum of their lines; cancels and pay-outs count negative. */
  revenue: Money.Cents
}) {}

/** How the guests of an event paid and were paid out in a period, without transfers of cash. */
export class PaymentMethodsStats extends Schema.Class<PaymentMethodsStats>("PaymentMethodsStats")({
  /** The start of the period. */
  from_time: Schema.DateTimeUtc,
  /** The end of the period, which is not part of it. */
  to_time: Schema.DateTimeUtc,
  /** The highest revenue first; methods that no one used are left out. */
  stats: Schema.Array(PaymentMethodStats)
}) {}

/** The vouchers that one user gave guests in an event; vouchers that they took away are not subtracted. */
export class UserVoucherGrantStats extends Schema.Class<UserVoucherGrantStats>("UserVoucherGrantStats")({
  /** Vouchers that the user gave, the sum of the other three; those that they took away are not subtracted. */
  vouchers_granted: Schema.Int,
  /** Vouchers given at terminals to guests who had a wristband. */
  granted_at_terminals: Schema.Int,
  /** Vouchers handed out at terminals together with free tickets. */
  granted_with_free_tickets: Schema.Int,
  /** Vouchers added by corrections in the back office. */
  added_by_corrections: Schema.Int
}) {
  static readonly none = new this({
    vouchers_granted: 0,
    granted_at_terminals: 0,
    granted_with_free_tickets: 0,
    added_by_corrections: 0
  })
}

/** How many tickets were given out for free. */
export class FreeTicketStats extends Schema.Class<FreeTicketStats>("FreeTicketStats")({
  /** Tickets that were given out for free in the period. */
  free_tickets_issued: Schema.Int
}) {}
