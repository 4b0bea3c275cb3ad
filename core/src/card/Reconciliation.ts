import { type DateTime, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import type { CardTransaction } from "./CardTransaction.ts"

/**
 * What was found of a movement at the card provider, or of an order that has none:
 * - `matched`: the order's money, and the order is booked;
 * - `differs`: other money, or another merchant's, than the booked order's;
 * - `not_booked`: money for an order that is not booked;
 * - `not_at_provider`: a booked order without any payment;
 * - `duplicate`: one more payment of an order that has one;
 * - `unknown_order`: the reference looks like one of ours, and there is no such order;
 * - `foreign`: not made for an order, or for one of another event;
 * - `undecided`: the provider says nothing final, or a word that is new to us;
 * - `refunded`, `charged_back`: money that went back, by the merchant's or by the bank's will.
 */
export const Finding = Schema.Literals([
  "matched",
  "differs",
  "not_booked",
  "not_at_provider",
  "duplicate",
  "unknown_order",
  "foreign",
  "undecided",
  "refunded",
  "charged_back"
])
export type Finding = typeof Finding.Type

/** One movement or order, and what was found of it. */
export class Difference extends Schema.Class<Difference>("ReconciliationDifference")({
  kind: Finding,
  order_uuid: Schema.NullOr(Schema.String),
  /** The provider's; null when it knows of no payment. */
  transaction_id: Schema.NullOr(Schema.String),
  transaction_code: Schema.NullOr(Schema.String),
  /** Of the order, in cents; null when there is none. */
  order_amount: Schema.NullOr(Money.Cents),
  /** As the provider says, in cents. */
  paid_amount: Schema.NullOr(Money.Cents),
  currency: Schema.String,
  /** Of the movement; of the order when there is none. */
  at: Schema.DateTimeUtc,
  /** Whether nobody needs to look into it: the order is settled, what was paid for none went back, or it is foreign. */
  resolved: Schema.Boolean
}) {}

/** A difference with its number in its report, counted from 1. */
export class NumberedDifference extends Schema.Class<NumberedDifference>("NumberedDifference")({
  n: Schema.Int,
  ...Difference.fields
}) {}

/** How the card payments of one day compare. */
export class Reconciliation extends Schema.Class<Reconciliation>("Reconciliation")({
  id: Id,
  event_id: Id,
  /** By the clocks at the event, as YYYY-MM-DD. */
  day: Schema.String,
  /** `open` until it is known how it came out. */
  status: Schema.Literals(["open", "done"]),
  started_at: Schema.DateTimeUtc,
  finished_at: Schema.NullOr(Schema.DateTimeUtc),
  /** Why the last try failed; it is tried again. */
  problem: Schema.NullOr(Schema.String),
  /** Movements at the provider, and rows there that made no sense. */
  transactions: Schema.Int,
  unreadable: Schema.Int,
  /** Orders that were booked. */
  orders: Schema.Int,
  matched: Schema.Int,
  differences: Schema.Int,
  /** Differences that somebody has to look into. */
  unresolved: Schema.Int,
  /** In cents of the event's currency, without any other: what was paid at the provider, was booked, and went back. */
  paid: Money.Cents,
  booked: Money.Cents,
  returned: Money.Cents
}) {}

/** A report with a part of its differences, in the order of their numbers. */
export const ReconciliationDetail = Schema.Struct({
  ...Reconciliation.fields,
  entries: Schema.Array(NumberedDifference)
})
export type ReconciliationDetail = typeof ReconciliationDetail.Type

/** An order that is paid by card, as it stands now. */
export interface CardOrder {
  readonly uuid: string
  /** In cents. */
  readonly amount: Money.Cents
  readonly currency: string
  readonly isBooked: boolean
  /** It was booked on the day, so that there must be a payment of it. */
  readonly isDue: boolean
  /** An operator has said the last word. */
  readonly isSettled: boolean
  readonly at: DateTime.Utc
  /** Of the payment that was known when it was looked at last. */
  readonly paymentId: string | null
  readonly transactionCode: string | null
}

/** Both sides of a day. Movements come once each. */
export interface Sides {
  readonly merchantCode: string
  readonly orders: ReadonlyArray<CardOrder>
  readonly movements: ReadonlyArray<CardTransaction>
  /** Uuids of orders that other events have booked. */
  readonly elsewhere: ReadonlySet<string>
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The reference in the form our orders use; null when it has another form. */
export const uuidOf = (reference: string | null): string | null =>
  reference !== null && uuidPattern.test(reference) ? reference.toLowerCase() : null

/** Whether no money moved. */
export const isVoid = ({ status }: CardTransaction): boolean => status === "failed" || status === "cancelled"

/** Whether it is a payment that came in, whether or not it went back later. */
export const isPaid = ({ status, type }: CardTransaction): boolean =>
  type === "payment" && (status === "successful" || status === "refunded")

/** Whether it is money that went back. */
export const isReturn = ({ status, type }: CardTransaction): boolean =>
  (type === "refund" || type === "charge_back") && (status === "successful" || status === "refunded")

/**
 * Compares what the provider says with what was booked. Every movement of money is in one difference, and every order that is
 * due in one that is not about money that went back; what moved no money is in none.
 */
export const reconcile = (sides: Sides): ReadonlyArray<Difference> => {
  const { elsewhere, movements, orders } = sides
  const known = indexOf(orders)
  const unmatched = { elsewhere, returns: movements.filter(isReturn) }
  const payments = new Map<string, Array<CardTransaction>>()
  const found: Array<Difference> = []
  for (const movement of movements.filter(isPaid)) {
    const order = orderOf(known, movement)
    if (order === undefined) found.push(ofNobody(unmatched, movement))
    else payments.set(order.uuid, [...(payments.get(order.uuid) ?? []), movement])
  }
  const codes = new Map<string, CardOrder>()
  const mains = new Map<string, string | null>()
  for (const order of orders) {
    const [main, ...more] = mainFirst(order, payments.get(order.uuid) ?? [])
    if (main === undefined) {
      if (order.isDue) found.push(absent(order))
      mains.set(order.uuid, order.transactionCode)
      continue
    }
    mains.set(order.uuid, main.transactionCode)
    for (const { transactionCode } of [main, ...more]) {
      if (transactionCode !== null) codes.set(transactionCode, order)
    }
    found.push(ofOrder(order, main, comparisonOf(order, main, sides.merchantCode)))
    found.push(...more.map((payment) => ofOrder(order, payment, "duplicate")))
  }
  for (const movement of movements) {
    if (isPaid(movement) || isVoid(movement)) continue
    const order = orderOf(known, movement) ?? codes.get(movement.transactionCode ?? "")
    if (!isReturn(movement)) {
      found.push(order === undefined ? undecided(movement) : ofOrder(order, movement, "undecided"))
    } else if (order === undefined) found.push(ofNobody(unmatched, movement))
    else {
      const main = mains.get(order.uuid) ?? null
      const isOfMain = main === null || movement.transactionCode === null || movement.transactionCode === main
      found.push(ofOrder(order, movement, movement.type === "refund" ? "refunded" : "charged_back", !isOfMain))
    }
  }
  return found
}

/** What a report says of a day. */
export interface Totals extends
  Pick<
    Reconciliation,
    "booked" | "differences" | "matched" | "orders" | "paid" | "returned" | "transactions" | "unresolved"
  >
{}

/** The sums of a day in the event's currency; `movements` are those of the day alone, whatever else was asked for. */
export const totalsOf = (
  { currency, movements, orders }: Pick<Sides, "movements" | "orders"> & { readonly currency: string },
  found: ReadonlyArray<Difference>
): Totals => {
  const due = orders.filter(({ isDue }) => isDue)
  const sum = (some: ReadonlyArray<Pick<CardTransaction, "amount" | "currency">>) =>
    Money.sum(some.filter((one) => one.currency === currency).map(({ amount }) => Money.absolute(amount)))
  const matched = found.filter(({ kind }) => kind === "matched").length
  return {
    transactions: movements.length,
    orders: due.length,
    matched,
    differences: found.length - matched,
    unresolved: found.filter(({ resolved }) => !resolved).length,
    paid: sum(movements.filter(isPaid)),
    booked: sum(due),
    returned: sum(movements.filter(isReturn))
  }
}

interface Index {
  readonly byUuid: ReadonlyMap<string, CardOrder>
  readonly byPayment: ReadonlyMap<string, CardOrder>
  readonly byCode: ReadonlyMap<string, CardOrder>
}

const indexOf = (orders: ReadonlyArray<CardOrder>): Index => ({
  byUuid: new Map(orders.map((order) => [order.uuid, order])),
  byPayment: new Map(orders.flatMap((order) => order.paymentId === null ? [] : [[order.paymentId, order] as const])),
  byCode: new Map(
    orders.flatMap((order) => order.transactionCode === null ? [] : [[order.transactionCode, order] as const])
  )
})

/** The payment that is known of an order, else what its reference names, else what has the same slip. */
const orderOf = ({ byCode, byPayment, byUuid }: Index, movement: CardTransaction): CardOrder | undefined =>
  byPayment.get(movement.id) ?? byUuid.get(uuidOf(movement.reference) ?? "") ??
    byCode.get(movement.transactionCode ?? "")

/** The payment that is known already, else one that fits, else the oldest. */
const mainFirst = (order: CardOrder, payments: ReadonlyArray<CardTransaction>): ReadonlyArray<CardTransaction> => {
  const rank = (payment: CardTransaction) => payment.id === order.paymentId ? 0 : fits(order, payment) ? 1 : 2
  return payments.toSorted((a, b) =>
    rank(a) - rank(b) || a.at.epochMilliseconds - b.at.epochMilliseconds || (a.id < b.id ? -1 : 1)
  )
}

const fits = (order: CardOrder, payment: CardTransaction): boolean =>
  payment.amount === order.amount && payment.currency === order.currency

const comparisonOf = (order: CardOrder, payment: CardTransaction, merchantCode: string): Finding => {
  if (!order.isBooked) return "not_booked"
  const isOurs = payment.merchantCode === null || payment.merchantCode === merchantCode
  return fits(order, payment) && isOurs ? "matched" : "differs"
}

const ofOrder = (order: CardOrder, movement: CardTransaction, kind: Finding, resolved = order.isSettled): Difference =>
  new Difference({
    ...ofMovement(movement, kind),
    order_uuid: order.uuid,
    order_amount: order.amount,
    resolved: kind === "matched" || resolved || order.isSettled
  })

const absent = ({ amount, at, currency, isSettled, uuid }: CardOrder): Difference =>
  new Difference({
    kind: "not_at_provider",
    order_uuid: uuid,
    transaction_id: null,
    transaction_code: null,
    order_amount: amount,
    paid_amount: null,
    currency,
    at,
    resolved: isSettled
  })

const ofNobody = (
  { elsewhere, returns }: Pick<Sides, "elsewhere"> & { readonly returns: ReadonlyArray<CardTransaction> },
  movement: CardTransaction
): Difference => {
  const uuid = uuidOf(movement.reference)
  const isLost = uuid !== null && !elsewhere.has(uuid)
  return new Difference({
    ...ofMovement(movement, isLost ? "unknown_order" : "foreign"),
    order_uuid: uuid,
    resolved: !isLost || isReturn(movement) || isRefunded(movement, returns)
  })
}

/** Whether a payment went back whole: by what the provider says of it, or by the returns that carry its slip or its id. */
const isRefunded = (payment: CardTransaction, returns: ReadonlyArray<CardTransaction>): boolean => {
  const { amount, currency, id, refundedAmount, transactionCode } = payment
  const own = returns.filter((one) =>
    one.currency === currency &&
    (one.id === id || (transactionCode !== null && one.transactionCode === transactionCode))
  )
  const returned = Money.sum(own.map((one) => Money.absolute(one.amount)))
  return returned >= amount || (refundedAmount !== null && refundedAmount >= amount)
}

const undecided = (movement: CardTransaction): Difference =>
  new Difference({ ...ofMovement(movement, "undecided"), order_uuid: uuidOf(movement.reference), resolved: false })

const ofMovement = ({ amount, at, currency, id, transactionCode }: CardTransaction, kind: Finding) => ({
  kind,
  transaction_id: id,
  transaction_code: transactionCode,
  order_amount: null,
  paid_amount: amount,
  currency,
  at
})
