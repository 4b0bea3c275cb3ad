import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { maxPageSize } from "../sql/Page.ts"
import type { CardCheckout, CheckoutTransaction } from "./CardCheckout.ts"
import { CardMerchants } from "./CardMerchants.ts"
import { CardProvider } from "./CardProvider.ts"
import { cardRules } from "./CardRules.ts"
import type { CardTransaction, HistoryRequest } from "./CardTransaction.ts"
import { maySeePayments, SumUpCheckout, SumUpTransaction } from "./ListedPayment.ts"
import { uuidOf } from "./Reconciliation.ts"

/** A part of a list of the provider: at most `limit` entries, beginning after the one with this time and id. */
interface CardPage {
  readonly limit: number
  /** In the form that `cursorOf` reads; null begins at the start. */
  readonly cursor: string | null
}

/** A decoded `CardPage`. */
interface Part {
  readonly limit: number
  readonly cursor: CardCursor | null
}

interface CardCursor {
  readonly at: DateTime.Utc
  readonly id: string
}

/** Decodes a cursor: the time and id of the last entry of a page, as `<timestamp>/<id>`. */
const cursorOf = (text: string): Result.Result<CardCursor, InvalidArgument> => {
  const [, at, id] = /^(\d{4}-[^/]+)\/(.+)$/.exec(text) ?? []
  return Result.map(
    Result.fromOption(
      at === undefined ? Option.none() : DateTime.make(at),
      () => InvalidArgument.of(cardRules.cursor_invalid)
    ),
    (moment) => ({ at: DateTime.toUtc(moment), id: id ?? "" })
  )
}

/** The form of the provider's ids; other text is not looked up. */
const idPattern = /^[\w-]{1,90}$/

/** The records of the card provider for an event's merchant, for operators. */
export class CardLists extends Context.Service<CardLists>()("core/CardLists", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const merchants = yield* CardMerchants
    const provider = yield* CardProvider

    const merchantFor = Effect.fnUntraced(function*(caller: AtEvent) {
      yield* access.requireAt(caller, caller.eventId, maySeePayments)
      return yield* merchants.required(caller.eventId)
    })

    /**
     * Checkouts, newest first. Those without a time, or whose reference is no uuid, belong to other systems and are
     * left out.
     */
    const checkouts = Effect.fn("CardLists.checkouts")(function*(caller: AtEvent, page: CardPage) {
      const merchant = yield* merchantFor(caller)
      const part = yield* Effect.fromResult(partOf(page))
      const { checkouts: all } = yield* provider.checkouts(merchant)
      const ours = all.flatMap((checkout) => shownCheckout(checkout, merchant.merchantCode) ?? [])
      return pageOf(ours.map((shown) => ({ at: shown.date, id: shown.id, shown })), part)
    })

    const checkout = Effect.fn("CardLists.checkout")(function*(caller: AtEvent, id: string) {
      const merchant = yield* merchantFor(caller)
      const found = idPattern.test(id) ? yield* provider.checkout(merchant, id) : null
      const shown = found === null ? null : shownCheckout(found, merchant.merchantCode)
      return shown ?? (yield* new NotFound({ element_type: "sumup_checkout", element_id: id }))
    })

    /** Movements of money of any origin, newest first. */
    const transactions = Effect.fn("CardLists.transactions")(function*(caller: AtEvent, page: CardPage) {
      const merchant = yield* merchantFor(caller)
      const part = yield* Effect.fromResult(partOf(page))
      let rows: ReadonlyArray<Row<SumUpTransaction>> = []
      let request: HistoryRequest | null = {
        from: null,
        to: part.cursor?.at ?? null,
        limit: Math.min(maxPageSize, part.limit + 1),
        cursor: null
      }
      while (request !== null) {
        const asked: HistoryRequest = request
        const { next, transactions: found } = yield* provider.history(merchant, asked)
        rows = [
          ...rows,
          ...found.map((movement) => ({ at: movement.at, id: movement.id, shown: shownMovement(movement) }))
        ]
        // Reads beyond the time of the last entry, because the provider orders movements of the same time differently.
        const last = pageOf(rows, part)[part.limit - 1]?.timestamp
        const isEnough = last !== undefined && found.some(({ at }) => DateTime.isLessThan(at, last))
        request = next === null || isEnough || found.length === 0 ? null : { ...asked, cursor: next }
      }
      return pageOf(rows, part)
    })

    return { checkout, checkouts, transactions }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, CardMerchants.layer]))
}

const partOf = ({ cursor, limit }: CardPage): Result.Result<Part, InvalidArgument> =>
  cursor === null
    ? Result.succeed({ cursor, limit })
    : Result.map(cursorOf(cursor), (read) => ({ cursor: read, limit }))

interface Row<A> extends CardCursor {
  readonly shown: A
}

/** Newest first; entries of the same time by id. */
const byAge = (a: CardCursor, b: CardCursor): number =>
  b.at.epochMilliseconds - a.at.epochMilliseconds || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

const pageOf = <A>(rows: ReadonlyArray<Row<A>>, { cursor, limit }: Part): ReadonlyArray<A> =>
  rows.filter((row) => cursor === null || byAge(cursor, row) < 0).toSorted(byAge).slice(0, limit).map(({ shown }) =>
    shown
  )

const movementStatuses = {
  successful: "SUCCESSFUL",
  failed: "FAILED",
  cancelled: "CANCELLED",
  refunded: "REFUNDED",
  pending: "PENDING",
  unknown: "PENDING"
} as const

const types = { payment: "PAYMENT", refund: "REFUND", charge_back: "CHARGE_BACK", unknown: null } as const

const shownMovement = (movement: CardTransaction): SumUpTransaction =>
  new SumUpTransaction({
    id: movement.id,
    amount: movement.amount,
    currency: movement.currency,
    status: movementStatuses[movement.status],
    timestamp: movement.at,
    transaction_code: movement.transactionCode ?? "",
    payment_type: movement.paymentType,
    product_summary: movement.productSummary,
    card_type: movement.cardType,
    type: types[movement.type]
  })

const shownTry = (made: CheckoutTransaction, createdAt: DateTime.Utc): SumUpTransaction =>
  new SumUpTransaction({
    id: made.id,
    amount: made.amount,
    currency: made.currency,
    status: movementStatuses[made.status],
    timestamp: made.at ?? createdAt,
    transaction_code: made.transactionCode ?? "",
    payment_type: null,
    product_summary: null,
    card_type: null,
    type: types.payment
  })

const checkoutStatuses = {
  pending: "PENDING",
  failed: "FAILED",
  paid: "PAID",
  expired: "FAILED",
  unknown: "PENDING"
} as const

const shownCheckout = (checkout: CardCheckout, merchantCode: string): SumUpCheckout | null => {
  const { createdAt, transactions } = checkout
  const reference = uuidOf(checkout.reference)
  if (reference === null || createdAt === null) return null
  return new SumUpCheckout({
    checkout_reference: reference,
    id: checkout.id,
    amount: checkout.amount,
    currency: checkout.currency,
    merchant_code: checkout.merchantCode ?? merchantCode,
    description: checkout.description ?? "",
    status: checkoutStatuses[checkout.status],
    expired: checkout.status === "expired",
    date: createdAt,
    valid_until: checkout.validUntil,
    transaction_code: checkout.transactionCode,
    transaction_id: checkout.transactionId,
    transactions: transactions.map((made) => shownTry(made, createdAt))
  })
}
