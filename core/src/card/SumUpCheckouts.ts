import { DateTime, Effect, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { CardCheckout, type CheckoutStatus, type Deactivation, type NewCheckout } from "./CardCheckout.ts"
import { type CardMerchant, CardProviderError } from "./CardProvider.ts"
import { asMerchant, isAbsent, optional, read, readRows, type SumUpHttp } from "./SumUpHttp.ts"
import { statusOf } from "./SumUpTransactions.ts"

/** A payment attempt within a checkout. */
const Try = Schema.Struct({
  id: Schema.NonEmptyString,
  transaction_code: optional(Schema.String),
  amount: Money.Cents,
  currency: Schema.String,
  status: Schema.String,
  timestamp: optional(Moment)
})

/** A checkout as SumUp describes it; only indispensable fields are required. */
const Checkout = Schema.toCodecJson(Schema.Struct({
  id: Schema.NonEmptyString,
  checkout_reference: optional(Schema.String),
  amount: Money.Cents,
  currency: Schema.String,
  merchant_code: optional(Schema.String),
  description: optional(Schema.String),
  status: Schema.String,
  date: optional(Moment),
  valid_until: optional(Moment),
  transaction_code: optional(Schema.String),
  transaction_id: optional(Schema.String),
  transactions: optional(Schema.Array(Try))
}))

const Rows = Schema.Array(Schema.Unknown)

const statuses: ReadonlyMap<string, CheckoutStatus> = new Map([
  ["PENDING", "pending"],
  ["FAILED", "failed"],
  ["PAID", "paid"],
  ["EXPIRED", "expired"]
])

/** SumUp's calls for payments on the web. */
export const checkoutCalls = ({ baseOf, send }: SumUpHttp) => {
  const all = (merchant: CardMerchant) => `${baseOf(merchant)}/v0.1/checkouts`

  const one = (merchant: CardMerchant, id: string) => `${all(merchant)}/${encodeURIComponent(id)}`

  const createCheckout = Effect.fn("SumUp.createCheckout")(
    function*(merchant: CardMerchant, { amount, description, reference, validUntil }: NewCheckout) {
      const request = HttpClientRequest.post(all(merchant)).pipe(HttpClientRequest.bodyJsonUnsafe({
        checkout_reference: reference,
        amount: Money.toJson(amount),
        currency: merchant.currency,
        merchant_code: merchant.merchantCode,
        description,
        valid_until: DateTime.formatIso(validUntil)
      }))
      const checkout = checkoutFrom(
        yield* Effect.flatMap(send(asMerchant(merchant, request)), (answer) => read(Checkout, answer))
      )
      if (checkout.reference !== reference) return yield* new CardProviderError({ reason: "unreadable" })
      return checkout
    }
  )

  const checkout = Effect.fn("SumUp.checkout")(function*(merchant: CardMerchant, id: string) {
    const answer = yield* send(asMerchant(merchant, HttpClientRequest.get(one(merchant, id))))
    if (isAbsent(answer)) return null
    const found = checkoutFrom(yield* read(Checkout, answer))
    if (found.id !== id) return yield* new CardProviderError({ reason: "unreadable" })
    return found
  })

  const checkoutOf = Effect.fn("SumUp.checkoutOf")(function*(merchant: CardMerchant, reference: string) {
    const request = HttpClientRequest.get(all(merchant)).pipe(
      HttpClientRequest.setUrlParam("checkout_reference", reference)
    )
    const answer = yield* send(asMerchant(merchant, request))
    if (isAbsent(answer)) return null
    const [row, ...more] = yield* read(Schema.toCodecJson(Schema.Array(Checkout)), answer)
    if (row === undefined) return null
    const found = checkoutFrom(row)
    if (more.length > 0 || found.reference !== reference) {
      return yield* new CardProviderError({ reason: "unreadable" })
    }
    return found
  })

  const deactivate = Effect.fn("SumUp.deactivate")(function*(merchant: CardMerchant, id: string) {
    const answer = yield* send(asMerchant(merchant, HttpClientRequest.delete(one(merchant, id))))
    if (isAbsent(answer)) return "absent" satisfies Deactivation
    if (answer.status === 409) return "processed" satisfies Deactivation
    yield* read(Schema.Unknown, answer.text.trim() === "" ? { ...answer, text: "null" } : answer)
    return "deactivated" satisfies Deactivation
  })

  const checkouts = Effect.fn("SumUp.checkouts")(function*(merchant: CardMerchant) {
    const answer = yield* send(asMerchant(merchant, HttpClientRequest.get(all(merchant))))
    const { rows, unreadable } = readRows(Checkout, yield* read(Rows, answer))
    return { checkouts: rows.map(checkoutFrom), unreadable }
  })

  return { checkout, checkoutOf, checkouts, createCheckout, deactivate }
}

const checkoutFrom = (row: typeof Checkout.Type) =>
  new CardCheckout({
    id: row.id,
    reference: row.checkout_reference ?? null,
    status: statuses.get(row.status) ?? "unknown",
    amount: row.amount,
    currency: row.currency,
    merchantCode: row.merchant_code ?? null,
    description: row.description ?? null,
    createdAt: row.date ?? null,
    validUntil: row.valid_until ?? null,
    transactionCode: row.transaction_code ?? null,
    transactionId: row.transaction_id ?? null,
    transactions: (row.transactions ?? []).map((made) => ({
      id: made.id,
      transactionCode: made.transaction_code ?? null,
      amount: made.amount,
      currency: made.currency,
      status: statusOf(made.status),
      at: made.timestamp ?? null
    }))
  })
