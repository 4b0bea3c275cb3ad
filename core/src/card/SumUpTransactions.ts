import { DateTime, Effect, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import type { TransactionStatus } from "./CardCheckout.ts"
import { type CardMerchant, CardPayment, type CardPaymentStatus, CardProviderError } from "./CardProvider.ts"
import { CardTransaction, type HistoryPage, type HistoryRequest, type TransactionType } from "./CardTransaction.ts"
import { asMerchant, isAbsent, optional, read, readRows, type SumUpHttp } from "./SumUpHttp.ts"

/** What happened to the money of a payment afterwards. */
const Event = Schema.toCodecJson(
  Schema.Struct({ type: Schema.String, status: optional(Schema.String), amount: Money.Cents })
)

/** The parts of a payment's amount, in major units. The history has no tips, and look-ups may have events in place of `refunded_amount`. */
const parts = {
  tip_amount: optional(Money.Cents),
  refunded_amount: optional(Money.Cents),
  events: optional(Schema.Array(Schema.Unknown))
}

/** A payment as SumUp describes it: only the fields we need, with the amount in major units. */
const Payment = Schema.toCodecJson(Schema.Struct({
  id: Schema.NonEmptyString,
  transaction_code: Schema.NonEmptyString,
  foreign_transaction_id: Schema.String,
  amount: Money.Cents,
  currency: Schema.String,
  status: Schema.Literals(["SUCCESSFUL", "FAILED", "CANCELLED", "REFUNDED", "PENDING"]),
  timestamp: Moment,
  ...parts,
  merchant_code: optional(Schema.String)
}))

/**
 * SumUp says `REFUNDED` of a payment of which all or part was refunded. After a charge-back the status stays `SUCCESSFUL` and only an event
 * shows it, so `statusOfPayment` looks at both.
 */
const paymentStatuses: { readonly [Status in typeof Payment.Type["status"]]: CardPaymentStatus } = {
  SUCCESSFUL: "successful",
  FAILED: "failed",
  CANCELLED: "failed",
  REFUNDED: "returned",
  PENDING: "pending"
}

/** A movement of money of any origin. The history and the look-up by id use different field names. */
const Transaction = Schema.toCodecJson(
  Schema.Struct({
    id: optional(Schema.NonEmptyString),
    transaction_id: optional(Schema.NonEmptyString),
    transaction_code: optional(Schema.String),
    foreign_transaction_id: optional(Schema.String),
    checkout_reference: optional(Schema.String),
    amount: Money.Cents,
    currency: Schema.String,
    status: Schema.String,
    type: optional(Schema.String),
    timestamp: Moment,
    ...parts,
    merchant_code: optional(Schema.String),
    payment_type: optional(Schema.String),
    product_summary: optional(Schema.String),
    card_type: optional(Schema.String)
  }).check(Schema.makeFilter(({ id, transaction_id }) => (id ?? transaction_id) != null, { expected: "an id" }))
)

const Page = Schema.Struct({
  items: Schema.Array(Schema.Unknown),
  links: optional(Schema.Array(Schema.Struct({ rel: Schema.String, href: Schema.String })))
})

const statuses: ReadonlyMap<string, TransactionStatus> = new Map([
  ["SUCCESSFUL", "successful"],
  ["FAILED", "failed"],
  ["CANCELLED", "cancelled"],
  ["REFUNDED", "refunded"],
  ["PENDING", "pending"]
])

/** Translates SumUp's status of a payment. */
export const statusOf = (status: string): TransactionStatus => statuses.get(status) ?? "unknown"

const types: ReadonlyMap<string, TransactionType> = new Map([
  ["PAYMENT", "payment"],
  ["REFUND", "refund"],
  ["CHARGE_BACK", "charge_back"]
])

/** SumUp's calls for looking up payments. */
export const transactionCalls = ({ baseOf, send }: SumUpHttp) => {
  const all = (merchant: CardMerchant) =>
    `${baseOf(merchant)}/v2.1/merchants/${encodeURIComponent(merchant.merchantCode)}/transactions`

  const find = (merchant: CardMerchant, key: "foreign_transaction_id" | "id", value: string) =>
    send(asMerchant(merchant, HttpClientRequest.get(all(merchant)).pipe(HttpClientRequest.setUrlParam(key, value))))

  const terminalPayment = Effect.fn("SumUp.terminalPayment")(function*(merchant: CardMerchant, orderUuid: string) {
    const answer = yield* find(merchant, "foreign_transaction_id", orderUuid)
    if (isAbsent(answer)) return null
    const payment = yield* read(Payment, answer)
    if (payment.foreign_transaction_id !== orderUuid) return yield* new CardProviderError({ reason: "unreadable" })
    return paymentOf(payment)
  })

  const transaction = Effect.fn("SumUp.transaction")(function*(merchant: CardMerchant, id: string) {
    const answer = yield* find(merchant, "id", id)
    if (isAbsent(answer)) return null
    const found = transactionFrom(yield* read(Transaction, answer))
    if (found.id !== id) return yield* new CardProviderError({ reason: "unreadable" })
    return found
  })

  const history = Effect.fn("SumUp.history")(function*(merchant: CardMerchant, request: HistoryRequest) {
    const path = `${all(merchant)}/history`
    const asked = HttpClientRequest.get(path).pipe(HttpClientRequest.setUrlParams(parametersOf(request)))
    const { items, links } = yield* Effect.flatMap(send(asMerchant(merchant, asked)), (answer) => read(Page, answer))
    const { rows, unreadable } = readRows(Transaction, items)
    const next = links?.find(({ rel }) => rel === "next")?.href
    return {
      transactions: rows.map(transactionFrom),
      unreadable,
      next: next === undefined ? null : queryOf(next)
    } satisfies HistoryPage
  })

  return { history, terminalPayment, transaction }
}

/** Only the parameters of the link to the next page are used, so that keys are sent to the configured address only. */
const queryOf = (href: string): string => href.slice(href.indexOf("?") + 1)

const parametersOf = ({ cursor, from, limit, to }: HistoryRequest): Record<string, string> =>
  cursor === null
    ? {
      limit: String(limit),
      order: "descending",
      ...(from === null ? {} : { oldest_time: DateTime.formatIso(from) }),
      ...(to === null ? {} : { newest_time: DateTime.formatIso(to) })
    }
    : Object.fromEntries(new URLSearchParams(cursor))

/** How much of a payment went back, in cents; null if SumUp does not say. */
const returnedOf = (
  { events, refunded_amount: refunded }: Pick<typeof Payment.Type, "events" | "refunded_amount">
): Money.Cents | null => {
  if (refunded != null && refunded > 0n) return refunded
  const backwards = readRows(Event, events ?? []).rows.filter(({ status, type }) =>
    (type === "REFUND" || type === "CHARGE_BACK") && status !== "FAILED"
  )
  return backwards.length > 0 ? Money.sum(backwards.map(({ amount }) => Money.absolute(amount))) : refunded ?? null
}

const statusOfPayment = ({ status }: typeof Payment.Type, returned: Money.Cents | null): CardPaymentStatus =>
  status === "SUCCESSFUL" && returned !== null && returned > 0n ? "returned" : paymentStatuses[status]

const paymentOf = (payment: typeof Payment.Type) => {
  const returned = returnedOf(payment)
  return new CardPayment({
    id: payment.id,
    transactionCode: payment.transaction_code,
    status: statusOfPayment(payment, returned),
    amount: payment.amount,
    tip: payment.tip_amount ?? Money.zero,
    returned,
    currency: payment.currency,
    merchantCode: payment.merchant_code ?? null,
    at: payment.timestamp
  })
}

const transactionFrom = (row: typeof Transaction.Type) =>
  new CardTransaction({
    id: row.id ?? row.transaction_id ?? "",
    transactionCode: row.transaction_code ?? null,
    reference: row.foreign_transaction_id ?? row.checkout_reference ?? null,
    amount: row.amount,
    tip: row.tip_amount ?? Money.zero,
    currency: row.currency,
    status: statusOf(row.status),
    type: row.type == null ? "payment" : types.get(row.type) ?? "unknown",
    at: row.timestamp,
    refundedAmount: returnedOf(row),
    merchantCode: row.merchant_code ?? null,
    paymentType: row.payment_type ?? null,
    productSummary: row.product_summary ?? null,
    cardType: row.card_type ?? null
  })
