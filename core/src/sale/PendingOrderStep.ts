import { DateTime } from "effect"
import * as Money from "../base/Money.ts"
import type { CardPayment, CardProviderError } from "../card/CardProvider.ts"
import { CardPaymentFailed, CardPaymentMismatch, CardPaymentSuccessful } from "../journal/Refusal.ts"
import { paymentRules } from "./PaymentRules.ts"
import { nextInterval, type PaymentState, type PendingOrder } from "./PendingOrder.ts"

/** The provider's answer for a merchant; `no one` when the event has none. */
export type ProviderAnswer =
  | { readonly kind: "payment"; readonly payment: CardPayment; readonly merchantCode: string }
  | { readonly kind: "absent" }
  | { readonly kind: "error"; readonly error: CardProviderError }
  | { readonly kind: "nobody" }

/** The order and its state. */
export type OrderPaid = Pick<PendingOrder, "amount" | "created_at" | "currency" | "uuid"> & PaymentState

export type CardRefusal = CardPaymentFailed | CardPaymentMismatch | CardPaymentSuccessful | CardProviderError

/** The reaction to the provider's answer about an order. */
export interface Step {
  /** The state of the order afterwards; with `books` only if it can be booked. */
  readonly next: PaymentState
  readonly books: boolean
  /** The refusal of the call once the step is done; null when it succeeds. */
  readonly refusal: CardRefusal | null
}

/**
 * Decides when a terminal reports the order as paid. The report counts, unless the provider says that no one paid, that the
 * amount differs, or that another merchant has the money.
 */
export const atBooking = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc): Step => {
  const verdict = verdictOn(order, answer)
  switch (verdict) {
    case "failed":
      return notBooked(failed(order, answer, now), new CardPaymentFailed({ uuid: order.uuid }))
    case "mismatch":
      return notBooked(mismatched(order, answer, now), mismatchOf(order, answer))
    default:
      return books(order, answer, now, verdict === "paid")
  }
}

/**
 * Decides when a terminal wants to cancel the order. A paid order is booked instead; without an answer nothing is
 * cancelled.
 */
export const atCancel = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc): Step => {
  switch (verdictOn(order, answer)) {
    case "paid":
      return { ...books(order, answer, now, true), refusal: new CardPaymentSuccessful({ uuid: order.uuid }) }
    case "failed":
      return notBooked(failed(order, answer, now), null)
    case "mismatch":
      return notBooked(mismatched(order, answer, now), mismatchOf(order, answer))
    case "open":
      return answer.kind === "error"
        ? notBooked(rescheduled(order, answer, now), answer.error)
        : notBooked({ ...rescheduled(order, answer, now), status: "cancelled" }, null)
  }
}

/**
 * Decides in a sweep, without a caller. Money that came in is booked, even if the order was cancelled. An order that is
 * still open after the time-out (seconds since its registration) is given up; while the provider does not answer, only if
 * it is booked.
 */
export const atSweep = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc, timeoutSeconds: number): Step => {
  const isBooked = order.status === "booked"
  switch (verdictOn(order, answer)) {
    case "paid":
      return isBooked ? notBooked(verified(order, answer, now), null) : books(order, answer, now, true)
    case "failed":
      return notBooked(isBooked ? doubted(order, answer, now) : failed(order, answer, now), null)
    case "mismatch":
      return notBooked(mismatched(order, answer, now), null)
    case "open": {
      const isOver = DateTime.isGreaterThan(now, DateTime.add(order.created_at, { seconds: timeoutSeconds }))
      return notBooked(
        isOver && (isBooked || answer.kind !== "error")
          ? expired(order, now)
          : rescheduled(order, answer, now),
        null
      )
    }
  }
}

/** Why orders that should be booked can't be, as operators are told. */
export const unbookableReasons = {
  uuid_taken: "another order has its uuid",
  above_maximum: "the balance would rise above the maximum",
  tags_gone: "what it was to hand out belongs to someone else by now",
  account_disabled: "the account was disabled before the money came"
}
export type UnbookableReason = keyof typeof unbookableReasons

/** The state of an order that should be booked but can't be. A paid one is held for an operator and tried again later. */
export const unbookable = (
  order: PaymentState,
  { next }: Pick<Step, "next">,
  reason: UnbookableReason,
  now: DateTime.Utc
): PaymentState => ({
  ...next,
  ...later(order, now),
  status: order.status,
  problem: next.verification === "verified"
    ? `Paid, but it can't be booked: ${unbookableReasons[reason]}`
    : order.problem
})

/** The state of an order that could not be examined because of a failure; it becomes due again. */
export const skipped = (order: PaymentState, problem: string, now: DateTime.Utc): PaymentState => ({
  ...paymentStateOf(order),
  ...later(order, now),
  problem
})

type Verdict = "paid" | "mismatch" | "failed" | "open"

/** The state of the payment with the new answer. An answer without information keeps the earlier state. */
const verdictOn = (order: OrderPaid, answer: ProviderAnswer): Verdict => {
  if (answer.kind === "payment" && answer.payment.status === "failed") return "failed"
  // How much the guest still pays is for a person to say: the provider has one word for all and for part of the money.
  if (answer.kind === "payment" && answer.payment.status === "returned") return "mismatch"
  if (answer.kind === "payment" && answer.payment.status === "successful") {
    const { merchantCode } = answer.payment
    const isOurs = merchantCode === null || merchantCode === answer.merchantCode
    return isOurs && isMoneyOf(order, answer.payment) ? "paid" : "mismatch"
  }
  switch (order.verification) {
    case "verified":
      return "paid"
    case "failed":
    case "mismatch":
      return order.verification
    default:
      return "open"
  }
}

/** Whether the card was charged the order, and nothing but a tip besides. */
const isMoneyOf = (order: OrderPaid, { amount, currency, tip }: CardPayment): boolean =>
  amount === Money.add(order.amount, tip) && currency === order.currency

const notBooked = (next: PaymentState, refusal: CardRefusal | null): Step => ({ next, books: false, refusal })

const books = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc, isPaid: boolean): Step => ({
  next: {
    ...(isPaid ? verified(order, answer, now) : { ...rescheduled(order, answer, now), verification: "unverified" }),
    status: "booked",
    problem: null
  },
  books: true,
  refusal: null
})

/** The state of an order, without the order. */
export const paymentStateOf = (order: PaymentState): PaymentState => ({
  status: order.status,
  verification: order.verification,
  evidence: order.evidence,
  problem: order.problem,
  last_checked: order.last_checked,
  check_interval: order.check_interval,
  next_check: order.next_check
})

/** The newest evidence. A running payment, for example of another try, does not replace a finished one. */
const evidenceOf = ({ evidence }: OrderPaid, answer: ProviderAnswer): CardPayment | null =>
  answer.kind === "payment" && (evidence === null || answer.payment.status !== "pending") ? answer.payment : evidence

/** Settled now, with the newest evidence, and with no further questions. */
const settled = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc) => ({
  ...paymentStateOf(order),
  evidence: evidenceOf(order, answer),
  problem: null,
  last_checked: answer.kind === "nobody" ? order.last_checked : now,
  next_check: null
})

const verified = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc): PaymentState => ({
  ...settled(order, answer, now),
  verification: "verified"
})

const failed = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc): PaymentState => ({
  ...settled(order, answer, now),
  status: "cancelled",
  verification: "failed"
})

/** Booked on the terminal's report, which was wrong. */
const doubted = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc): PaymentState => ({
  ...settled(order, answer, now),
  verification: "failed",
  problem: "Booked, but the card payment failed"
})

const mismatched = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc): PaymentState => {
  const next = settled(order, answer, now)
  const problem = next.evidence?.status === "returned"
    ? wentBack(order, next.evidence)
    : isOtherMoney(order, next.evidence)
    ? chargedOf(order, next.evidence)
    : `The payment went to the merchant ${next.evidence?.merchantCode}`
  return { ...next, verification: "mismatch", problem }
}

const mismatchOf = (order: OrderPaid, answer: ProviderAnswer): CardPaymentMismatch => {
  const payment = evidenceOf(order, answer)
  const paid = payment?.amount ?? Money.zero
  const charged_currency = payment?.currency ?? ""
  const mismatch = CardPaymentMismatch.of({ uuid: order.uuid, needed: order.amount, paid, currency: charged_currency })
  const { amount: needed, currency } = order
  if (payment?.status === "returned") {
    return mismatch(paymentRules.money_went_back, { charged: paid, charged_currency })
  }
  return isOtherMoney(order, payment)
    ? mismatch(paymentRules.other_money_charged, { charged: paid, charged_currency, needed, currency })
    : mismatch(paymentRules.other_merchant_paid)
}

const isOtherMoney = (order: OrderPaid, payment: CardPayment | null): boolean =>
  payment === null || !isMoneyOf(order, payment)

const chargedOf = (order: OrderPaid, payment: CardPayment | null): string =>
  `The card was charged ${Money.format(payment?.amount ?? Money.zero)} ${payment?.currency ?? ""} instead of ${
    Money.format(order.amount)
  } ${order.currency}`

/** Both amounts, as far as the provider says them, for the person who decides. */
const wentBack = (order: OrderPaid, { amount, currency, returned }: CardPayment): string =>
  `Of ${Money.format(amount)} ${currency} on the card, ${
    returned === null || returned === 0n ? "all or part" : `${Money.format(returned)} ${currency}`
  } went back; the order is ${Money.format(order.amount)} ${order.currency}`

const expired = (order: OrderPaid, now: DateTime.Utc): PaymentState => ({
  ...paymentStateOf(order),
  last_checked: now,
  next_check: null,
  ...(order.status === "booked"
    ? { verification: "expired", problem: "Booked, but the card provider never confirmed the payment" }
    : { status: "cancelled", verification: "expired", problem: null })
})

/** No new information; the provider is asked again later. */
const rescheduled = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc): PaymentState => ({
  ...paymentStateOf(order),
  ...(answer.kind === "nobody" ? {} : later(order, now)),
  problem: answer.kind === "error" ? answer.error.message : null
})

/** The provider is asked again, after a longer interval than the last. */
export const later = ({ check_interval }: Pick<PaymentState, "check_interval">, now: DateTime.Utc) => {
  const seconds = nextInterval(check_interval)
  return { last_checked: now, check_interval: seconds, next_check: DateTime.add(now, { seconds }) }
}
