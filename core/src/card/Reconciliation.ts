import type { DateTime } from "effect"
import * as Money from "../base/Money.ts"
import type { CardTransaction } from "./CardTransaction.ts"
import { Difference, type Finding, type Reconciliation } from "./ReconciliationReport.ts"

/** An order paid by card, in its present state. */
export interface CardOrder {
  readonly uuid: string
  /** In cents. */
  readonly amount: Money.Cents
  readonly currency: string
  readonly isBooked: boolean
  /** Whether it was booked on the day, so that a payment must exist. */
  readonly isDue: boolean
  /** Whether an operator has settled it for good. */
  readonly isSettled: boolean
  readonly at: DateTime.Utc
  /** Of the payment known from the last inquiry. */
  readonly paymentId: string | null
  readonly transactionCode: string | null
  /** The tip in the payment known from the last inquiry, in cents; 0 without one. */
  readonly tip: Money.Cents
}

/** The orders and the provider's movements of a day; each movement occurs once. */
export interface DayRecords {
  readonly merchantCode: string
  readonly orders: ReadonlyArray<CardOrder>
  readonly movements: ReadonlyArray<CardTransaction>
  /** Uuids of orders that other events have booked. */
  readonly otherEvents: ReadonlySet<string>
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The reference as an order's uuid; null if it has another form. */
export const uuidOf = (reference: string | null): string | null =>
  reference !== null && uuidPattern.test(reference) ? reference.toLowerCase() : null

/** Whether no money moved. */
export const isVoid = ({ status }: CardTransaction): boolean => status === "failed" || status === "cancelled"

/** Whether it is a successful payment, even if it was refunded later. */
export const isPaid = ({ status, type }: CardTransaction): boolean =>
  type === "payment" && (status === "successful" || status === "refunded")

export const isReturn = ({ status, type }: CardTransaction): boolean =>
  (type === "refund" || type === "charge_back") && (status === "successful" || status === "refunded")

/**
 * Compares the provider's movements with the booked orders. Every movement of money is in exactly one difference. Every
 * order that is due is in exactly one difference that is not a return. Movements without money are in none.
 */
export const reconcile = (records: DayRecords): ReadonlyArray<Difference> => {
  const { otherEvents, movements, orders } = records
  const known = indexOf(orders)
  const unmatched = { otherEvents, returns: movements.filter(isReturn) }
  const payments = new Map<string, Array<CardTransaction>>()
  const found: Array<Difference> = []
  for (const movement of movements.filter(isPaid)) {
    const order = orderOf(known, movement)
    if (order === undefined) found.push(unmatchedDifference(unmatched, movement))
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
    found.push(ofOrder(order, main, comparisonOf(order, main, records.merchantCode)))
    found.push(...more.map((payment) => ofOrder(order, payment, "duplicate")))
  }
  for (const movement of movements) {
    if (isPaid(movement) || isVoid(movement)) continue
    const order = orderOf(known, movement) ?? codes.get(movement.transactionCode ?? "")
    if (!isReturn(movement)) {
      found.push(order === undefined ? undecided(movement) : ofOrder(order, movement, "undecided"))
    } else if (order === undefined) found.push(unmatchedDifference(unmatched, movement))
    else {
      const main = mains.get(order.uuid) ?? null
      const isOfMain = main === null || movement.transactionCode === null || movement.transactionCode === main
      found.push(ofOrder(order, movement, movement.type === "refund" ? "refunded" : "charged_back", !isOfMain))
    }
  }
  return found
}

/** The totals of a report. */
export interface Totals extends
  Pick<
    Reconciliation,
    "booked" | "differences" | "matched" | "orders" | "paid" | "returned" | "transactions" | "unresolved"
  >
{}

/** The totals of a day in the event's currency. `movements` must be those of the day, without any others compared. */
export const totalsOf = (
  { currency, movements, orders }: Pick<DayRecords, "movements" | "orders"> & { readonly currency: string },
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

/** Finds the order of a movement: by its known payment, then by the reference, then by the code of the slip. */
const orderOf = ({ byCode, byPayment, byUuid }: Index, movement: CardTransaction): CardOrder | undefined =>
  byPayment.get(movement.id) ?? byUuid.get(uuidOf(movement.reference) ?? "") ??
    byCode.get(movement.transactionCode ?? "")

/** Sorts payments of an order: the known one first, then those that fit, then by age. */
const mainFirst = (order: CardOrder, payments: ReadonlyArray<CardTransaction>): ReadonlyArray<CardTransaction> => {
  const rank = (payment: CardTransaction) => payment.id === order.paymentId ? 0 : fits(order, payment) ? 1 : 2
  return payments.toSorted((a, b) =>
    rank(a) - rank(b) || a.at.epochMilliseconds - b.at.epochMilliseconds || (a.id < b.id ? -1 : 1)
  )
}

/** The tip in an order's payment, in cents. The history has no tips, so that of the last inquiry about the order counts as well. */
const tipOf = (order: CardOrder, payment: CardTransaction): Money.Cents =>
  payment.tip > 0n || payment.id !== order.paymentId ? payment.tip : order.tip

const fits = (order: CardOrder, payment: CardTransaction): boolean =>
  payment.amount === Money.add(order.amount, tipOf(order, payment)) && payment.currency === order.currency

const comparisonOf = (order: CardOrder, payment: CardTransaction, merchantCode: string): Finding => {
  if (!order.isBooked) return "not_booked"
  const isOurs = payment.merchantCode === null || payment.merchantCode === merchantCode
  if (!fits(order, payment) || !isOurs) return "differs"
  return payment.amount === order.amount ? "matched" : "tip"
}

const ofOrder = (order: CardOrder, movement: CardTransaction, kind: Finding, resolved = order.isSettled): Difference =>
  new Difference({
    ...ofMovement(movement, kind),
    order_uuid: order.uuid,
    order_amount: order.amount,
    resolved: kind === "matched" || kind === "tip" || resolved || order.isSettled
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

const unmatchedDifference = (
  { otherEvents, returns }: Pick<DayRecords, "otherEvents"> & { readonly returns: ReadonlyArray<CardTransaction> },
  movement: CardTransaction
): Difference => {
  const uuid = uuidOf(movement.reference)
  const isLost = uuid !== null && !otherEvents.has(uuid)
  return new Difference({
    ...ofMovement(movement, isLost ? "unknown_order" : "foreign"),
    order_uuid: uuid,
    resolved: !isLost || isReturn(movement) || isRefunded(movement, returns)
  })
}

/** Whether a payment was fully refunded: according to its own record, or to returns with the same slip code or id. */
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
