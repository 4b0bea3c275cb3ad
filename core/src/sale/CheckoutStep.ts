import { DateTime } from "effect"
import * as Money from "../base/Money.ts"
import type { CardCheckout } from "../card/CardCheckout.ts"
import { CardPayment, type CardProviderError } from "../card/CardProvider.ts"
import type { PaymentState, PendingOrder } from "./PendingOrder.ts"
import { later, paymentStateOf, type Step } from "./PendingOrderStep.ts"

/** The provider's answer about the checkout of an order; `no one` when the event has no key for the provider. */
export type CheckoutAnswer =
  | { readonly kind: "checkout"; readonly checkout: CardCheckout; readonly merchantCode: string }
  | { readonly kind: "absent" }
  | { readonly kind: "error"; readonly error: CardProviderError }
  | { readonly kind: "nobody" }

/** A guest's top-up on the web, and its state. */
export type OnlineOrder =
  & Pick<PendingOrder, "amount" | "checkout_id" | "created_at" | "currency" | "uuid" | "valid_until">
  & PaymentState

/** The reaction to an answer: a step, or first the checkout must be deactivated. */
export type CheckoutStep =
  | { readonly kind: "step"; readonly step: Step }
  | { readonly kind: "deactivate"; readonly checkoutId: string }

/**
 * Seconds after which an unknown checkout will never be made: the process that wanted to make it has given up long before.
 */
export const makingSeconds = 60

/**
 * Decides after the provider was asked for the checkout of an order. Money that came in is booked, even if the order was
 * given up; a different amount is held for an operator. A failed checkout may still be paid, so its order stays open until
 * its time is over, and is given up only when the checkout can't be paid any more. A checkout that no guest ever received
 * is not waited for.
 */
export const atCheckout = (order: OnlineOrder, answer: CheckoutAnswer, now: DateTime.Utc): CheckoutStep => {
  if (order.status === "booked") return notBooked(paymentStateOf(order))
  if (answer.kind === "checkout" && answer.checkout.status === "paid") {
    const payment = paymentOf(answer.checkout)
    const problem = problemWith(order, answer.checkout, payment, answer.merchantCode)
    return problem === null ? booked(order, payment, now) : notBooked(held(order, payment, problem, now))
  }
  if (order.verification === "verified") return booked(order, order.evidence, now)
  if (order.verification === "mismatch") return notBooked(paymentStateOf(order))
  switch (answer.kind) {
    case "checkout":
      return answer.checkout.status === "expired"
        ? notBooked(givenUp(order, now))
        : isOver(order, now) || order.status === "cancelled" || order.checkout_id === null
        ? { kind: "deactivate", checkoutId: answer.checkout.id }
        : notBooked(rescheduled(order, null, now))
    case "absent":
      return isOver(order, now)
        ? notBooked(givenUp(order, now))
        : order.status === "pending" && order.checkout_id === null && isAfter(now, order.created_at, makingSeconds)
        ? notBooked(abandoned(order, now))
        : notBooked(rescheduled(order, null, now))
    case "error":
      return notBooked(rescheduled(order, answer.error.message, now))
    case "nobody":
      return notBooked(rescheduled(order, "The event has no key to ask the card provider with", now))
  }
}

/**
 * Decides when the guest gives the order up, after the provider was asked for its checkout. A paid order is booked all the
 * same. A payable checkout is deactivated first. Without an answer the order stays open.
 */
export const atGivingUp = (order: OnlineOrder, answer: CheckoutAnswer, now: DateTime.Utc): CheckoutStep => {
  const asked = atCheckout(order, answer, now)
  if (asked.kind === "deactivate" || asked.step.books || !isOpen(asked.step.next)) return asked
  if (answer.kind === "checkout") return { kind: "deactivate", checkoutId: answer.checkout.id }
  return answer.kind === "absent" ? notBooked(abandoned(order, now)) : asked
}

/** Whether an order may still be paid, without any result so far. */
export const isOpen = ({ status, verification }: Pick<PaymentState, "status" | "verification">): boolean =>
  status === "pending" && verification === "unverified"

/** The step when the checkout can't be paid any more. The provider is asked once more, in case a payment was running. */
export const closed = (order: OnlineOrder, now: DateTime.Utc): Step =>
  step({ ...givenUp(order, now), ...later(order, now) })

/** The step when the provider did not say whether the order can still be paid, or contradicts itself. */
export const undecided = (order: OnlineOrder, problem: string | null, now: DateTime.Utc): Step =>
  step(rescheduled(order, problem, now))

/**
 * The state of an order that is given up although a checkout of it may still appear, as the provider had none when it was
 * asked. It reserves nothing of the highest balance any more, and the provider is asked until its time is over.
 */
export const abandoned = (order: OnlineOrder, now: DateTime.Utc): PaymentState => ({
  ...rescheduled(order, null, now),
  status: "cancelled"
})

/** The status that the guest sees; `lastTry` is the provider's status of the newest attempt. */
export const guestStatusOf = (
  order: Pick<PendingOrder, "settled_at" | "status" | "verification">,
  lastTry: CardCheckout["status"] | null = null
): "FAILED" | "PAID" | "PENDING" => {
  if (order.status === "booked") return "PAID"
  // The guest's money has arrived and an operator will decide, so the guest must not pay a second time.
  const isHeld = order.verification === "verified" || order.verification === "mismatch"
  if (isHeld && order.settled_at === null) return "PENDING"
  return order.status === "cancelled" || lastTry === "failed" ? "FAILED" : "PENDING"
}

const step = (next: PaymentState): Step => ({ next, books: false, refusal: null })

const notBooked = (next: PaymentState): CheckoutStep => ({ kind: "step", step: step(next) })

const isAfter = (now: DateTime.Utc, from: DateTime.Utc, seconds: number): boolean =>
  DateTime.isGreaterThan(now, DateTime.add(from, { seconds }))

const isOver = ({ created_at, valid_until }: OnlineOrder, now: DateTime.Utc): boolean =>
  DateTime.isGreaterThan(now, valid_until ?? created_at)

/** The payment of a paid checkout: the sum of its transactions, as far as the provider lists them. */
const paymentOf = (checkout: CardCheckout): CardPayment => {
  const made = checkout.transactions.filter(({ status }) => status === "successful")
  const [first] = made
  const strange = made.find(({ currency }) => currency !== checkout.currency)
  return new CardPayment({
    id: first?.id ?? checkout.transactionId ?? checkout.id,
    transactionCode: first?.transactionCode ?? checkout.transactionCode ?? "",
    status: "successful",
    amount: made.length === 0 ? checkout.amount : Money.sum(made.map(({ amount }) => amount)),
    // A page on the web asks for no tip.
    tip: Money.zero,
    returned: null,
    currency: strange?.currency ?? checkout.currency,
    merchantCode: checkout.merchantCode,
    at: first?.at ?? checkout.createdAt ?? DateTime.makeUnsafe(0)
  })
}

/** The reason why the money of a checkout does not match the order; null when it does. */
const problemWith = (
  order: OnlineOrder,
  { reference, transactions }: CardCheckout,
  payment: CardPayment,
  merchantCode: string
): string | null => {
  if (transactions.some(({ status }) => status === "refunded")) {
    return "The payment was given back, wholly or in part, before it was booked"
  }
  if (payment.amount !== order.amount || payment.currency !== order.currency) {
    return `The card was charged ${Money.format(payment.amount)} ${payment.currency} instead of ${
      Money.format(order.amount)
    } ${order.currency}`
  }
  if (payment.merchantCode !== null && payment.merchantCode !== merchantCode) {
    return `The payment went to the merchant ${payment.merchantCode}`
  }
  return reference !== null && reference !== order.uuid ? `The payment carries the reference ${reference}` : null
}

const booked = (order: OnlineOrder, payment: CardPayment | null, now: DateTime.Utc): CheckoutStep => ({
  kind: "step",
  step: {
    next: {
      ...paymentStateOf(order),
      status: "booked",
      verification: "verified",
      evidence: payment,
      problem: null,
      last_checked: now,
      next_check: null
    },
    books: true,
    refusal: null
  }
})

const held = (order: OnlineOrder, payment: CardPayment, problem: string, now: DateTime.Utc): PaymentState => ({
  ...paymentStateOf(order),
  verification: "mismatch",
  evidence: payment,
  problem,
  last_checked: now,
  next_check: null
})

const givenUp = (order: OnlineOrder, now: DateTime.Utc): PaymentState => ({
  ...paymentStateOf(order),
  status: "cancelled",
  verification: "expired",
  problem: null,
  last_checked: now,
  next_check: null
})

const rescheduled = (order: OnlineOrder, problem: string | null, now: DateTime.Utc): PaymentState => ({
  ...paymentStateOf(order),
  ...later(order, now),
  problem
})
