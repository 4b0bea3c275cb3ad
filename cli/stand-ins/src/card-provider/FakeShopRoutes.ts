import { Moment } from "@wristbank/core/base/Moment"
import * as Money from "@wristbank/core/base/Money"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { DateTime, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { FakeAnswer } from "./FakeAnswer.ts"
import type { FakeBook } from "./FakeBook.ts"
import type { FakeCheckout, FakeMovement, ShopCall } from "./FakeShop.ts"

type Response = HttpServerResponse.HttpServerResponse

const NewCheckout = Schema.toCodecJson(Schema.Struct({
  checkout_reference: Schema.String.check(Schema.isMaxLength(90)),
  amount: Money.NonNegativeCents,
  currency: Schema.String,
  merchant_code: Schema.String,
  description: Schema.optionalKey(Schema.String),
  valid_until: Schema.optionalKey(nullOr(Moment))
}))

const ById = Schema.Struct({ id: Schema.String })
const ByReference = Schema.Struct({ checkout_reference: Schema.optionalKey(Schema.String) })

/** The most rows of a page. */
const largestPage = 1000

const HistoryQuery = Schema.Struct({
  limit: Schema.optionalKey(Schema.NumberFromString),
  oldest_time: Schema.optionalKey(Schema.String),
  newest_time: Schema.optionalKey(Schema.String),
  /** The list continues after this one. */
  oldest_ref: Schema.optionalKey(Schema.String)
})

/** Answers calls with the configured answers. */
export interface ShopAnswers {
  readonly book: FakeBook
  readonly respond: (answer: FakeAnswer) => Effect.Effect<Response>
  readonly json: (status: number, body: unknown) => Response
}

const malformed = () =>
  Effect.succeed(
    HttpServerResponse.jsonUnsafe({ error_code: "INVALID", message: "Malformed request" }, { status: 400 })
  )

/** Notes calls and does them, unless a fault is due. */
const shopCalls = ({ book, json, respond }: ShopAnswers) => {
  const absent = json(404, { error_code: "NOT_FOUND", message: "Resource not found" })

  const done = Effect.fnUntraced(function*(call: ShopCall, key: string, effect: Effect.Effect<Response>) {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const token = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1] ?? null
    book.note({ call, key, token })
    const fault = book.shop.nextFault(call)
    if (fault === undefined) return yield* effect
    if (fault.done) yield* effect
    return yield* respond(fault.answer)
  })

  /** Answers with the current state. */
  const found = (call: "find" | "read", key: string, none: Response, form: (row: object) => unknown) =>
    done(
      call,
      key,
      Effect.map(DateTime.now, (now) => {
        const checkout = book.shop.read(key, now)
        return checkout === undefined ? none : json(200, form(checkoutRow(checkout)))
      })
    )

  return { absent, done, found }
}

/** The fake's routes for payments on the web and their history. */
export const shopRoutes = (answers: ShopAnswers) => {
  const { book, json } = answers
  const { shop } = book
  const { absent, done, found } = shopCalls(answers)

  const create = Effect.gen(function*() {
    const wanted = yield* HttpServerRequest.schemaBodyJson(NewCheckout)
    return yield* done(
      "create",
      wanted.checkout_reference,
      Effect.map(DateTime.now, (now) => {
        const made = shop.create({ description: "", valid_until: null, ...wanted }, now)
        return made === undefined
          ? json(409, { error_code: "DUPLICATED_CHECKOUT", message: "Checkout with this checkout_reference exists" })
          : json(201, checkoutRow(made))
      })
    )
  })

  const read = Effect.gen(function*() {
    const { id } = yield* HttpRouter.schemaPathParams(ById)
    return yield* found("read", id, absent, (row) => row)
  })

  const list = Effect.gen(function*() {
    const { checkout_reference: reference } = yield* HttpServerRequest.schemaSearchParams(ByReference)
    return yield* reference === undefined
      ? done("list", "", Effect.sync(() => json(200, [...shop.checkouts.map(checkoutRow), ...shop.foreign.checkouts])))
      : found("find", reference, json(200, []), (row) => [row])
  })

  const deactivate = Effect.gen(function*() {
    const { id } = yield* HttpRouter.schemaPathParams(ById)
    const deactivated = Effect.sync(() => {
      const changed = shop.deactivate(id)
      return changed === undefined
        ? absent
        : changed
        ? json(200, checkoutRow(shop.find(id)!))
        : json(409, { error_code: "CHECKOUT_PROCESSED", message: "Checkout is already processed" })
    })
    return yield* done("deactivate", id, deactivated)
  })

  const history = Effect.gen(function*() {
    const query = yield* HttpServerRequest.schemaSearchParams(HistoryQuery)
    return yield* done("history", query.oldest_ref ?? "", Effect.sync(() => json(200, pageOf(book, query))))
  })

  return Layer.mergeAll(
    HttpRouter.add("POST", "/v0.1/checkouts", Effect.catch(create, malformed)),
    HttpRouter.add("GET", "/v0.1/checkouts", Effect.catch(list, malformed)),
    HttpRouter.add("GET", "/v0.1/checkouts/:id", Effect.catch(read, malformed)),
    HttpRouter.add("DELETE", "/v0.1/checkouts/:id", Effect.catch(deactivate, malformed)),
    HttpRouter.add("GET", "/v2.1/merchants/:code/transactions/history", Effect.catch(history, malformed))
  )
}

/** A movement by its id. */
export const lookedUp = ({ book: { shop }, json }: ShopAnswers, id: string): Response => {
  const found = shop.movements.find((movement) => movement.id === id)
  return found === undefined
    ? json(404, { error_code: "NOT_FOUND", message: "Resource not found" })
    : json(200, {
      ...movementRow(found),
      foreign_transaction_id: found.foreign_transaction_id,
      tip_amount: Money.toJson(found.tip_amount ?? Money.zero)
    })
}

/** Newest first; the rows of other systems come last. */
const pageOf = ({ shop }: FakeBook, query: typeof HistoryQuery.Type) => {
  const { limit = 10, newest_time, oldest_ref, oldest_time } = query
  const within = shop.movements.filter(({ timestamp }) => {
    const at = DateTime.formatIso(timestamp)
    return (oldest_time === undefined || at >= oldest_time) && (newest_time === undefined || at <= newest_time)
  }).toReversed()
  const rows: ReadonlyArray<{ readonly ref: string; readonly row: unknown }> = [
    ...within.map((movement) => ({ ref: movement.id, row: movementRow(movement) })),
    ...shop.foreign.transactions.map((row, n) => ({ ref: `foreign-${n}`, row }))
  ]
  const from = oldest_ref === undefined ? 0 : rows.findIndex(({ ref }) => ref === oldest_ref) + 1
  const size = Math.min(limit, largestPage)
  const page = rows.slice(from, from + size)
  const last = page.at(-1)
  const next = new URLSearchParams({
    limit: String(limit),
    order: "descending",
    ...(oldest_time === undefined ? {} : { oldest_time }),
    ...(newest_time === undefined ? {} : { newest_time }),
    oldest_ref: last?.ref ?? ""
  })
  return {
    items: page.map(({ row }) => row),
    links: last !== undefined && from + size < rows.length ? [{ rel: "next", href: next.toString() }] : []
  }
}

/** The row of a list, without a reference. */
const movementRow = (movement: FakeMovement) => ({
  ...movement,
  foreign_transaction_id: undefined,
  tip_amount: undefined,
  transaction_id: movement.id,
  amount: Money.toJson(movement.amount),
  refunded_amount: Money.toJson(movement.refunded_amount),
  timestamp: DateTime.formatIso(movement.timestamp),
  product_summary: "Wristband top-up",
  card_type: "VISA"
})

/** A checkout in the form of the interface; it names its payment once there is one. */
const checkoutRow = (checkout: FakeCheckout) => {
  const paid = checkout.transactions.find(({ status }) => status !== "FAILED")
  return {
    ...checkout,
    amount: Money.toJson(checkout.amount),
    date: DateTime.formatIso(checkout.date),
    valid_until: checkout.valid_until === null ? null : DateTime.formatIso(checkout.valid_until),
    transactions: checkout.transactions.map((movement) => movementRow(movement)),
    ...(paid === undefined ? {} : { transaction_code: paid.transaction_code, transaction_id: paid.id })
  }
}
