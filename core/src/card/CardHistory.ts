import { Context, DateTime, Effect, Layer } from "effect"
import * as Money from "../base/Money.ts"
import { type CardMerchant, CardPayment, CardProvider, CardProviderError } from "./CardProvider.ts"
import { CardTransaction, type HistoryRequest } from "./CardTransaction.ts"
import { type CardOrder, isVoid, uuidOf } from "./Reconciliation.ts"

/** Movements in one page of the history. */
const pageSize = 1000

/** More pages than a day can have: the provider repeats pages. */
const maxPages = 1000

/** Largest number of concurrent look-ups. */
const concurrency = 8

/** The provider's records of a period. */
interface RecordedPeriod {
  readonly movements: ReadonlyArray<CardTransaction>
  /** Number of rows that could not be decoded. */
  readonly unreadable: number
}

/** Reads complete periods of the provider's history. Never call it inside a database transaction. */
export class CardHistory extends Context.Service<CardHistory>()("core/CardHistory", {
  make: Effect.gen(function*() {
    const provider = yield* CardProvider

    /** All movements of a period, each once, even if pages shift while they are read. */
    const between = Effect.fn("CardHistory.between")(
      function*(merchant: CardMerchant, from: DateTime.Utc, to: DateTime.Utc) {
        const movements = new Map<string, CardTransaction>()
        let unreadable = 0
        let request: HistoryRequest = { from, to, limit: pageSize, cursor: null }
        for (let page = 0; page < maxPages; page++) {
          const { next, transactions, unreadable: strange } = yield* provider.history(merchant, request)
          unreadable += strange
          for (const movement of transactions) {
            // The end of the period belongs to the next one.
            const isWithin = DateTime.isGreaterThanOrEqualTo(movement.at, from) && DateTime.isLessThan(movement.at, to)
            if (isWithin) movements.set(keyOf(movement), movement)
          }
          if (next === null) return { movements: [...movements.values()], unreadable } satisfies RecordedPeriod
          request = { ...request, cursor: next }
        }
        return yield* new CardProviderError({ reason: "unreadable" })
      }
    )

    /** Adds the references, which the history lacks: each movement that can't be identified otherwise is looked up. */
    const withReferences = Effect.fn("CardHistory.named")(
      function*(
        merchant: CardMerchant,
        movements: ReadonlyArray<CardTransaction>,
        isKnown: (movement: CardTransaction) => boolean
      ) {
        return yield* Effect.forEach(
          movements,
          Effect.fnUntraced(function*(movement) {
            if (movement.reference !== null || isVoid(movement) || isKnown(movement)) return movement
            const found = yield* provider.transaction(merchant, movement.id)
            return found === null
              ? movement
              : new CardTransaction({ ...movement, reference: found.reference, tip: found.tip })
          }),
          { concurrency }
        )
      }
    )

    /** Looks up the payments of orders that are missing in the history of their day. */
    const paymentsOf = Effect.fn("CardHistory.paymentsOf")(
      function*(merchant: CardMerchant, orders: ReadonlyArray<CardOrder>) {
        const found = yield* Effect.forEach(orders, (order) => paymentOf(provider, merchant, order), { concurrency })
        return found.filter((movement) => movement !== null)
      }
    )

    return { between, withReferences, paymentsOf }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** The payment of an order that was made on another day; null if the provider knows no successful one. */
const paymentOf = Effect.fnUntraced(
  function*(provider: CardProvider["Service"], merchant: CardMerchant, order: CardOrder) {
    const known = order.paymentId === null ? null : yield* provider.transaction(merchant, order.paymentId)
    if (known !== null && known.type === "payment") {
      return isVoid(known) ? null : new CardTransaction({ ...known, reference: order.uuid })
    }
    const payment = yield* provider.terminalPayment(merchant, order.uuid)
    if (payment !== null) {
      return payment.status === "successful" || payment.status === "returned" ? movementOf(payment, order.uuid) : null
    }
    const checkout = yield* provider.checkoutOf(merchant, order.uuid)
    const paid = checkout?.status === "paid" ? checkout : null
    if (paid === null) return null
    const [made] = paid.transactions.filter(({ status }) => status === "successful")
    return movementOf(
      new CardPayment({
        id: made?.id ?? paid.transactionId ?? paid.id,
        transactionCode: made?.transactionCode ?? paid.transactionCode ?? "",
        status: "successful",
        amount: made?.amount ?? paid.amount,
        tip: Money.zero,
        returned: null,
        currency: made?.currency ?? paid.currency,
        merchantCode: paid.merchantCode,
        at: made?.at ?? order.at
      }),
      order.uuid
    )
  }
)

/** A refund may have the id of its payment, and a payment may have several refunds. */
const keyOf = ({ amount, at, id, type }: CardTransaction): string => `${type} ${id} ${at.epochMilliseconds} ${amount}`

const movementOf = (payment: CardPayment, uuid: string): CardTransaction =>
  new CardTransaction({
    id: payment.id,
    transactionCode: payment.transactionCode === "" ? null : payment.transactionCode,
    reference: uuidOf(uuid),
    amount: payment.amount,
    tip: payment.tip,
    currency: payment.currency,
    status: payment.status === "returned" ? "refunded" : "successful",
    type: "payment",
    at: payment.at,
    refundedAmount: payment.returned,
    merchantCode: payment.merchantCode,
    paymentType: null,
    productSummary: null,
    cardType: null
  })
