import { Result } from "effect"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import type { BookingCustomer } from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import type { BookedLine, OrderDraft, OrderType, PaymentMethod } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { NotEnoughFunds } from "../journal/Refusal.ts"

/** An order as stored, with the data that its cancel needs. */
export interface StoredOrder {
  readonly id: bigint
  readonly orderType: OrderType
  readonly paymentMethod: PaymentMethod
  readonly tillId: bigint
  /** Whether another order cancels it. */
  readonly cancelled: boolean
  /** By ascending item id. */
  readonly lines: ReadonlyArray<BookedLine>
  /** In the order of their storing. */
  readonly postings: ReadonlyArray<Ledger.Posting>
}

/** The cancel of an order as it was booked. */
export interface EarlierCancel {
  /** Null for one that no user booked. */
  readonly cashierId: bigint | null
  readonly tillId: bigint
  readonly ageSeconds: number
}

/** For how long a cancel that is sent again gets its first answer. */
const repeatedSeconds = 60

/**
 * Whether a cancel is the earlier one sent again because its answer was lost: by the same cashier, at the same till, within a
 * minute. Terminals send no uuid with it.
 */
export const isSentAgain = (
  earlier: EarlierCancel | null,
  by: { readonly cashierId: bigint; readonly tillId: bigint }
): boolean =>
  earlier !== null && earlier.cashierId === by.cashierId && earlier.tillId === by.tillId &&
  earlier.ageSeconds <= repeatedSeconds

export interface CancelInput {
  /** The uuid of the new order; made by the server. */
  readonly uuid: string
  /** The order to cancel; null when there is none with its id. */
  readonly order: StoredOrder | null
  /** The till that cancels it; null in the back office, which may cancel the orders of every till. */
  readonly tillId: bigint | null
  /** The account that paid, in its current state; null when no tag paid. */
  readonly customer: BookingCustomer | null
}

export type CancelRefusal = InvalidArgument | NotEnoughFunds

/** Decides the cancel of a sale: its lines with negated quantities, its postings reversed, including vouchers. */
export const cancelSale = (
  { customer, order, tillId, uuid }: CancelInput
): Result.Result<OrderDraft, CancelRefusal> => {
  if (order === null) return refuse(orderRules.order_unknown)
  if (order.cancelled) return refuse(orderRules.order_cancelled)
  if (order.orderType !== "sale") return refuse(orderRules.only_sales_cancelled)
  if (order.paymentMethod !== "tag" || customer === null) return refuse(orderRules.only_tag_sales_cancelled)
  if (tillId !== null && tillId !== order.tillId) return refuse(orderRules.cancelled_elsewhere)

  const postings = order.postings.map((posting) => ({ ...posting, source: posting.target, target: posting.source }))
  const { balance } = Ledger.change(postings, customer.accountId)
  if (balance < 0n && Money.add(customer.balance, balance) < 0n) {
    return Result.fail(new NotEnoughFunds({ needed: Money.negate(balance), available: customer.balance }))
  }
  return Result.succeed({
    uuid,
    orderType: "cancel_sale",
    paymentMethod: "tag",
    customerAccountId: customer.accountId,
    userTagId: customer.userTagId,
    cashRegisterId: null,
    cancelsOrder: order.id,
    lines: order.lines.map(reversed),
    postings,
    // The account counts, whichever tag it has now. The money goes back even above the highest balance.
    guards: Ledger.guards(postings, [
      { id: customer.accountId, minimum: Money.zero, maximum: null, userTagId: null }
    ])
  })
}

const reversed = (line: BookedLine): BookedLine => ({
  ...line,
  quantity: -line.quantity,
  total_price: Money.negate(line.total_price),
  totalTax: Money.negate(line.totalTax),
  // `0 - n`, because the negation of 0 is -0, which is a different value.
  vouchers_redeemed: 0 - line.vouchers_redeemed,
  voucher_value: Money.negate(line.voucher_value)
})
