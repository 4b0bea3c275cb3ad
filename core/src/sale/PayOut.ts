import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import {
  type Booking,
  type BookingCustomer,
  type BookingEvent,
  type BookingRegister,
  type BookingTill,
  customerAccount,
  foundCustomer,
  permitted,
  presentRegister,
  pricedLine,
  registerAccount,
  sufficientCash,
  systemProduct
} from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import { taxed } from "../journal/LineItem.ts"
import { OrderUuid } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import {
  type CustomerNotFound,
  type InsufficientCash,
  NotEnoughFunds,
  type TillPermission
} from "../journal/Refusal.ts"

/** A pay-out at a till, as a terminal asks for it. */
export class NewPayOut extends Schema.Class<NewPayOut>("NewPayOut")({
  /** A UUID that the terminal makes for this pay-out. The same pay-out sent again with it is not booked again. */
  uuid: OrderUuid,
  /** The chip number of the guest's wristband. */
  customer_tag_uid: TagUid,
  /** What the guest gets, as a negative number; null or absent for the whole balance. */
  amount: orNull(Money.Cents)
}) {}

/** What a pay-out would do: the answer of its check, before anything is booked. */
export class PendingPayOut extends Schema.Class<PendingPayOut>("PendingPayOut")({
  /** The UUID of the pay-out, as the request named it. */
  uuid: Schema.String,
  /** The chip number of the guest's wristband. */
  customer_tag_uid: TagUid,
  /** What the guest gets, as a negative number. */
  amount: Money.Cents,
  /** The guest's account. */
  customer_account_id: Id,
  /** The guest's balance before it. */
  old_balance: Money.Cents,
  /** The guest's balance after it. */
  new_balance: Money.Cents
}) {}

/** A pay-out that was booked. */
export class CompletedPayOut extends Schema.Class<CompletedPayOut>("CompletedPayOut")({
  ...PendingPayOut.fields,
  /** When it was booked. */
  booked_at: Schema.DateTimeUtc,
  /** The user who booked it. */
  cashier_id: Id,
  /** The till at which it was booked. */
  till_id: Id,
  /** The address of the receipt, which is there once the pay-out is signed. */
  bon_url: Schema.String
}) {}

export type PayOutRefusal = CustomerNotFound | InsufficientCash | InvalidArgument | NotEnoughFunds | TillPermission

export interface PayOutInput {
  readonly request: NewPayOut
  /** The customer with the tag of the request, if there is one. */
  readonly customer: BookingCustomer | null
  readonly till: BookingTill
  readonly event: BookingEvent
}

/** Decides the preview of a pay-out; it needs the register already. */
export const checkPayOut = (input: PayOutInput): Result.Result<PendingPayOut, PayOutRefusal> =>
  Result.map(paidOut(input), (payOut) => pending(input.request, payOut))

/** Decides the booking of a pay-out. */
export const bookPayOut = (input: PayOutInput): Result.Result<Booking<PendingPayOut>, PayOutRefusal> =>
  Result.map(paidOut(input), (payOut) => {
    const { amount, customer, register } = payOut
    const { event, request } = input
    const { cash_exit, cash_topup_source } = event.systemAccounts
    const cash = Money.negate(amount)
    const postings = [
      ...Ledger.move(customer.accountId, cash_topup_source, cash),
      ...Ledger.move(register.accountId, cash_exit, cash)
    ]
    return {
      answer: pending(request, payOut),
      draft: {
        uuid: request.uuid,
        orderType: "pay_out",
        paymentMethod: "cash",
        customerAccountId: customer.accountId,
        userTagId: customer.userTagId,
        cashRegisterId: register.id,
        cancelsOrder: null,
        lines: taxed([pricedLine(systemProduct(event, "payout"), amount, 1)]),
        postings,
        guards: Ledger.guards(postings, [customerAccount(customer, event), registerAccount(register, event)])
      }
    }
  })

/** The pay-out as stored; `balance` (cents) is the customer's balance after it. */
export const completePayOut = (
  payOut: PendingPayOut,
  stored: Pick<CompletedPayOut, "bon_url" | "booked_at" | "cashier_id" | "till_id">,
  balance: Money.Cents
): CompletedPayOut =>
  new CompletedPayOut({
    ...payOut,
    ...stored,
    old_balance: Money.subtract(balance, payOut.amount),
    new_balance: balance
  })

interface PaidOut {
  /** In cents, negative. */
  readonly amount: Money.Cents
  readonly customer: BookingCustomer
  readonly register: BookingRegister
}

const paidOut = (input: PayOutInput): Result.Result<PaidOut, PayOutRefusal> =>
  Result.gen(function*() {
    const { event, request, till } = input
    if (request.amount !== null && request.amount >= 0n) return yield* refuse(orderRules.pay_out_not_negative)
    yield* permitted(till, "allow_cash_out")
    const register = yield* presentRegister(till)
    const customer = yield* foundCustomer(input.customer, request.customer_tag_uid)
    const amount = request.amount ?? Money.negate(customer.balance)
    if (amount === 0n) return yield* refuse(orderRules.pay_out_empty)
    const cash = Money.negate(amount)
    if (cash > customer.balance) {
      return yield* Result.fail(new NotEnoughFunds({ needed: cash, available: customer.balance }))
    }
    yield* sufficientCash(register, cash, event)
    return { amount, customer, register }
  })

const pending = (request: NewPayOut, { amount, customer }: PaidOut): PendingPayOut =>
  new PendingPayOut({
    uuid: request.uuid,
    customer_tag_uid: request.customer_tag_uid,
    amount,
    customer_account_id: customer.accountId,
    old_balance: customer.balance,
    new_balance: Money.add(customer.balance, amount)
  })
