import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import {
  belowMaximum,
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
  systemProduct
} from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import { taxed } from "../journal/LineItem.ts"
import { IncomingMethod, type OrderDraft, OrderUuid } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import type { CustomerNotFound, TillPermission } from "../journal/Refusal.ts"

/** The lowest top-up at a till, in cents. */
export const minTopUp = 100n

/** A top-up at a till, as a terminal asks for it. */
export class NewTopUp extends Schema.Class<NewTopUp>("NewTopUp")({
  /** A UUID that the terminal makes for this top-up. The same top-up sent again with it is not booked again. */
  uuid: OrderUuid,
  /** How it is paid, not with a wristband. */
  payment_method: IncomingMethod,
  /** The money that goes onto the wristband, at least 1.00. */
  amount: Money.Cents,
  /** The chip number of the guest's wristband. */
  customer_tag_uid: TagUid
}) {}

/** What a top-up would do: the answer of its check, before anything is booked. */
export class PendingTopUp extends Schema.Class<PendingTopUp>("PendingTopUp")({
  ...NewTopUp.fields,
  /** The UUID of the top-up, as the request named it. */
  uuid: Schema.String,
  /** The guest's account. */
  customer_account_id: Id,
  /** The guest's balance before it. */
  old_balance: Money.Cents,
  /** The guest's balance after it. */
  new_balance: Money.Cents
}) {}

/** A top-up that was booked. */
export class CompletedTopUp extends Schema.Class<CompletedTopUp>("CompletedTopUp")({
  ...PendingTopUp.fields,
  /** The chip number of the guest's wristband; null when the account no longer has one. */
  customer_tag_uid: nullOr(TagUid),
  /** When it was booked. */
  booked_at: Schema.DateTimeUtc,
  /** The user who booked it; null for a top-up in the portal. */
  cashier_id: nullOr(Id),
  /** The till at which it was booked. */
  till_id: Id,
  /** The address of the receipt, which is there once the top-up is booked and signed. */
  bon_url: Schema.String
}) {}

export type TopUpRefusal = CustomerNotFound | InvalidArgument | TillPermission

export interface TopUpInput {
  readonly request: NewTopUp
  /** The customer with the tag of the request, if there is one. */
  readonly customer: BookingCustomer | null
  readonly till: BookingTill
  readonly event: BookingEvent
}

/** Decides the preview of a top-up at a till; it does not need the register yet. */
export const checkTopUp = (input: TopUpInput): Result.Result<PendingTopUp, TopUpRefusal> =>
  Result.map(toppedUp(input), (customer) => pending(input.request, customer))

/** Decides the booking of a top-up at a till. */
export const bookTopUp = (input: TopUpInput): Result.Result<Booking<PendingTopUp>, TopUpRefusal> =>
  Result.gen(function*() {
    const { event, request, till } = input
    const customer = yield* toppedUp(input)
    const payment = request.payment_method === "cash"
      ? { method: "cash" as const, register: yield* presentRegister(till) }
      : { method: "sumup" as const }
    const draft = topUpDraft({ uuid: request.uuid, amount: request.amount, customer, payment, event })
    return { answer: pending(request, customer), draft }
  })

/** The top-up as stored; `balance` (cents) is the customer's balance after it. */
export const completeTopUp = (
  topUp: PendingTopUp,
  stored: Pick<CompletedTopUp, "bon_url" | "booked_at" | "cashier_id" | "till_id">,
  balance: Money.Cents
): CompletedTopUp =>
  new CompletedTopUp({
    ...topUp,
    ...stored,
    old_balance: Money.subtract(balance, topUp.amount),
    new_balance: balance
  })

export type TopUpPayment =
  | { readonly method: "cash"; readonly register: BookingRegister }
  | { readonly method: "sumup" | "sumup_online" }

/** The order of a decided top-up, also of one paid in the portal. */
export const topUpDraft = (
  { amount, customer, event, payment, uuid }: {
    readonly uuid: string
    /** In cents, above 0. */
    readonly amount: Money.Cents
    readonly customer: BookingCustomer
    readonly payment: TopUpPayment
    readonly event: BookingEvent
  }
): OrderDraft => {
  const { cash_entry, cash_topup_source, sumup_entry, sumup_online_entry } = event.systemAccounts
  const { accountId, userTagId } = customer
  const register = payment.method === "cash" ? payment.register : null
  const source = { cash: cash_topup_source, sumup: sumup_entry, sumup_online: sumup_online_entry }[payment.method]
  const postings = [
    ...Ledger.move(source, accountId, amount),
    ...(register === null ? [] : Ledger.move(cash_entry, register.accountId, amount))
  ]
  const accounts = [
    customerAccount(customer, event),
    ...(register === null ? [] : [registerAccount(register, event)])
  ]
  return {
    uuid,
    orderType: "top_up",
    paymentMethod: payment.method,
    customerAccountId: accountId,
    userTagId,
    cashRegisterId: register?.id ?? null,
    cancelsOrder: null,
    lines: taxed([pricedLine(systemProduct(event, "topup"), amount, 1)]),
    postings,
    guards: Ledger.guards(postings, accounts)
  }
}

/** Whether the customer's balance may be raised by an amount (cents, above 0). */
export const raisable = (
  customer: BookingCustomer,
  amount: Money.Cents,
  event: BookingEvent
): Result.Result<BookingCustomer, InvalidArgument> =>
  Result.map(belowMaximum(customer, Money.add(customer.balance, amount), event), () => customer)

const toppedUp = (
  { customer, event, request, till }: TopUpInput
): Result.Result<BookingCustomer, TopUpRefusal> =>
  Result.gen(function*() {
    const { amount, customer_tag_uid, payment_method } = request
    if (amount <= 0n) return yield* refuse(orderRules.top_up_not_positive)
    if (payment_method === "sumup_online") return yield* refuse(orderRules.top_up_online_at_till)
    yield* permitted(till, "allow_top_up")
    if (amount < minTopUp) return yield* refuse(orderRules.top_up_too_small, { minimum: minTopUp })
    return yield* raisable(yield* foundCustomer(customer, customer_tag_uid), amount, event)
  })

const pending = (request: NewTopUp, { accountId, balance }: BookingCustomer): PendingTopUp =>
  new PendingTopUp({
    ...request,
    customer_account_id: accountId,
    old_balance: balance,
    new_balance: Money.add(balance, request.amount)
  })
