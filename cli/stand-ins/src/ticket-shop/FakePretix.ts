import { Context, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { randomInt } from "node:crypto"
import { serveStandIn } from "../StandInServer.ts"
import { type FakeFault, FakeShopBook } from "./FakeShopBook.ts"

const Redeem = Schema.Struct({
  secret: Schema.String,
  lists: Schema.Array(Schema.Int),
  nonce: Schema.optionalKey(Schema.String),
  datetime: Schema.optionalKey(Schema.String)
})
const Place = Schema.Struct({ organizer: Schema.String, event: Schema.String })
const Query = Schema.Struct({
  page: Schema.optionalKey(Schema.NumberFromString),
  page_size: Schema.optionalKey(Schema.NumberFromString),
  secret: Schema.optionalKey(Schema.String),
  modified_since: Schema.optionalKey(Schema.String),
  testmode: Schema.optionalKey(Schema.String)
})

/** Serves a stand-in for pretix until the scope closes. */
export const servePretix = (book: FakeShopBook, port: number) =>
  Effect.map(serveStandIn(routes(book), port), (url) => ({ url, book }))

/** A stand-in for a pretix shop that has the part of its REST API that imports use. */
export class FakePretix extends Context.Service<FakePretix>()("stand-ins/FakePretix", {
  make: Effect.suspend(() => servePretix(new FakeShopBook(), 0))
}) {
  /** On a free port. */
  static readonly layer = Layer.effect(this, this.make)
}

type Response = HttpServerResponse.HttpServerResponse

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  HttpServerResponse.jsonUnsafe(body, { status, headers })

const events = "/api/v1/organizers/:organizer/events/:event"

const routes = (book: FakeShopBook) => {
  /** Notes the request, and answers it unless a fault is due or the key is wrong. */
  const guarded = <E, R>(answer: Effect.Effect<Response, E, R>) =>
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { authorization } = request.headers
      book.requests.push({ method: request.method, path: request.url, authorization })
      const fault = book.nextFault()
      if (fault?.kind === "hang" || fault?.kind === "answer") return yield* faulty(fault)
      if (authorization !== `Token ${book.key}`) return json(401, { detail: "Invalid token." })
      const answered = yield* answer
      return fault?.kind === "lose" ? json(502, "") : answered
    }).pipe(Effect.catch(() => Effect.succeed(json(400, { detail: "Malformed request" }))))

  const atEvent = <E, R>(answer: Effect.Effect<Response, E, R>) =>
    guarded(Effect.gen(function*() {
      const { event, organizer } = yield* HttpRouter.schemaPathParams(Place)
      return organizer === book.organizer && event === book.event
        ? yield* answer
        : json(403, { detail: "You do not have permission to perform this action." })
    }))

  const listed = (path: string, rowsOf: (query: typeof Query.Type) => ReadonlyArray<unknown>) =>
    HttpRouter.add(
      "GET",
      `${events}/${path}/`,
      atEvent(Effect.gen(function*() {
        const generatedAt = book.now()
        const query = yield* HttpServerRequest.schemaSearchParams(Query)
        const { headers, url } = yield* HttpServerRequest.HttpServerRequest
        const size = Math.min(query.page_size ?? 50, book.pageSize)
        const page = query.page ?? 1
        const rows = rowsOf(query)
        const next = new URL(url, `http://${headers["host"] ?? "localhost"}`)
        next.searchParams.set("page", String(page + 1))
        return json(200, {
          count: rows.length,
          next: page * size < rows.length ? next.href : null,
          previous: null,
          results: rows.slice((page - 1) * size, page * size)
        }, { "x-page-generated": generatedAt })
      }))
    )

  return Layer.mergeAll(
    listed("orders", ({ modified_since, testmode }) => book.changedSince(modified_since ?? null, testmode !== "false")),
    listed("orderpositions", ({ secret }) => book.positionsWith(secret ?? null)),
    listed("items", () => book.products),
    listed("checkinlists", () => book.checkInLists.map((list) => ({ subevent: null, ...list }))),
    listed("subevents", () => book.dates),
    HttpRouter.add("GET", `${events}/subevents/:id/`, atEvent(dateOf(book))),
    HttpRouter.add("GET", `${events}/`, atEvent(Effect.sync(() => eventOf(book)))),
    HttpRouter.add("GET", `${events}/orders/:code/`, atEvent(orderOf(book))),
    HttpRouter.add("POST", "/api/v1/organizers/:organizer/checkinrpc/redeem/", guarded(redeem(book))),
    HttpRouter.add("POST", "/stand-in/orders/:code/cancel", cancel(book))
  )
}

/** Cancels an order as the shop's staff would; answers what the address for reports said to it, null without one. */
const cancel = (book: FakeShopBook) =>
  Effect.gen(function*() {
    const { code } = yield* HttpRouter.schemaPathParams(Schema.Struct({ code: Schema.String }))
    if (book.order(code) === undefined) return json(404, { detail: `There is no order ${code}` })
    book.change(code, { status: "c" })
    const reported = yield* report(book, { code, action: "pretix.event.order.canceled" })
    return json(200, { order: code, status: "cancelled", webhook: reported })
  }).pipe(Effect.catch(() => Effect.succeed(json(400, { detail: "Malformed request" }))))

/** Reports a change of an order; the status of the answer, or "unreachable". */
const report = (
  { event, organizer, webhook }: FakeShopBook,
  about: { readonly code: string; readonly action: string }
) =>
  webhook === null
    ? Effect.succeed(null)
    : Effect.tryPromise(async (signal) => {
      const notification = { notification_id: randomInt(2 ** 40), organizer, event, ...about }
      const { status } = await fetch(webhook, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(notification),
        signal
      })
      return status
    }).pipe(Effect.timeout("10 seconds"), Effect.catch(() => Effect.succeed("unreachable")))

const orderOf = (book: FakeShopBook) =>
  Effect.gen(function*() {
    const { code } = yield* HttpRouter.schemaPathParams(Schema.Struct({ code: Schema.String }))
    const found = book.order(code)
    return found === undefined ? json(404, { detail: "Not found." }) : json(200, found)
  })

const dateOf = (book: FakeShopBook) =>
  Effect.gen(function*() {
    const { id } = yield* HttpRouter.schemaPathParams(Schema.Struct({ id: Schema.NumberFromString }))
    const found = book.dates.find((date) => date.id === id)
    return found === undefined ? json(404, { detail: "Not found." }) : json(200, found)
  })

const eventOf = ({ currency, dates, event }: FakeShopBook) =>
  json(200, { slug: event, currency, has_subevents: dates.length > 0 })

const redeem = (book: FakeShopBook) =>
  Effect.gen(function*() {
    const { datetime, lists, nonce = "", secret } = yield* HttpServerRequest.schemaBodyJson(Redeem)
    // To a key without the right, no list exists.
    if (!book.mayCheckIn || !lists.every((list) => book.checkInLists.some(({ id }) => id === list))) {
      return json(400, { lists: [`Invalid pk "${lists.join()}" - object does not exist.`] })
    }
    const { body, status } = book.checkIn(secret, nonce, { list: lists[0] ?? 1, at: datetime ?? book.now() })
    return json(status, body)
  })

const faulty = (fault: Extract<FakeFault, { readonly kind: "answer" | "hang" }>): Effect.Effect<Response> =>
  fault.kind === "answer" ? Effect.succeed(json(fault.status, fault.body, fault.headers)) : Effect.never
