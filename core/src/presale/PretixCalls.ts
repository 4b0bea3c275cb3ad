import { Context, DateTime, Effect, Layer, Option, type Redacted, Result, Schema } from "effect"
import { nullOr } from "../base/OptionalField.ts"
import { withoutEndSlashes } from "../base/Text.ts"
import { shopEventOf } from "../event/ShopEvent.ts"
import { accepted, decoded, detailOf, faults, parsed, read, secondsOf, shortened } from "./PretixAnswer.ts"
import { type OrderPlace, readOrder, type UnreadableOrder } from "./PretixOrder.ts"
import { PretixCheckInList, PretixDate, PretixEventDetails, PretixItem, PretixProduct } from "./PretixShop.ts"
import { ShopConnection, type ShopError, shopError, type ShopRequest } from "./ShopConnection.ts"
import { ShopLimits } from "./ShopLimits.ts"
import type { ShopOrder } from "./ShopOrder.ts"

/** An event in a pretix shop. */
export interface PretixEvent {
  /** Address of the shop without a final slash. */
  readonly url: string
  readonly organizer: string
  readonly event: string
  readonly key: Redacted.Redacted
}

/** A page of orders. */
export interface OrderPage {
  readonly orders: ReadonlyArray<Result.Result<ShopOrder, UnreadableOrder>>
  readonly next: URL | null
  /** Orders on all pages, if the shop says so. */
  readonly count: number | null
  /** The shop's time at the beginning of the page, as it wrote it. */
  readonly generatedAt: string | null
}

/** The answer to a check-in: `done` also if the ticket was checked in before. */
type CheckInOutcome = { readonly kind: "done" } | CheckInRefusal

/** The shop does not let a ticket in. */
export interface CheckInRefusal {
  readonly kind: "refused"
  /** The shop's word for why, such as `invalid_time`. */
  readonly reason: string
  /** What its staff wrote about that; empty for nothing. */
  readonly explanation: string
}

/** A check-in of a ticket at a list. */
interface ShopCheckIn {
  readonly list: number
  readonly secret: string
  readonly nonce: string
  /** The time of the entrance, at which the shop looks whether the ticket was valid. */
  readonly at: DateTime.Utc
}

const Page = Schema.Struct({
  count: Schema.optionalKey(Schema.Int),
  next: Schema.optionalKey(nullOr(Schema.String)),
  results: Schema.Array(Schema.Unknown)
})
const CheckIn = Schema.Struct({
  status: Schema.String,
  reason: Schema.optionalKey(nullOr(Schema.String)),
  reason_explanation: Schema.optionalKey(nullOr(Schema.String))
})
/** Where a ticket is. */
const TicketPlace = Schema.Struct({ order: Schema.String, canceled: Schema.optionalKey(nullOr(Schema.Boolean)) })
/** The refusal of a list, which no ticket can change. */
const ListRefusal = Schema.Struct({ lists: Schema.Array(Schema.String) })

/** A code that no ticket has. Staff of the shop may read it among failed scans. */
const triedCode = "Wristbank asks whether it may check in"

/** Calls of the REST API of pretix. */
export class PretixCalls extends Context.Service<PretixCalls>()("core/PretixCalls", {
  make: Effect.gen(function*() {
    const connection = yield* ShopConnection
    const limits = yield* ShopLimits

    /** Sends a request when the organiser may be called, and leaves the organiser alone for as long as the answer asks. */
    const send = (at: PretixEvent, request: Omit<ShopRequest, "key">) =>
      Effect.andThen(limits.enter(at), connection.send({ ...request, key: at.key })).pipe(
        Effect.tap(({ retryAfter, status }) =>
          faults[status] === "busy"
            ? Effect.flatMap(secondsOf(retryAfter), (seconds) => limits.pause(at, seconds ?? 1))
            : Effect.void
        )
      )

    const get = (at: PretixEvent, url: URL) => Effect.flatMap(send(at, { method: "GET", url }), accepted)

    const pageOf = Effect.fnUntraced(function*(at: PretixEvent, url: URL) {
      const answer = yield* Effect.mapError(get(at, url), placed(at))
      const { count = null, next, results } = yield* read(Page, answer.text)
      return {
        count,
        generatedAt: momentOf(answer.generatedAt),
        next: yield* Effect.fromResult(nextOf(next ?? null, at)),
        results
      }
    })

    const all = <A>(at: PretixEvent, path: string, schema: Schema.ConstraintDecoder<A>, mostPages = Infinity) =>
      Effect.gen(function*() {
        const found: Array<A> = []
        let url: URL | null = addressOf(at, path, { page_size: "50" })
        for (let pages = 0; url !== null && pages < mostPages; pages++) {
          const page: { next: URL | null; results: ReadonlyArray<unknown> } = yield* pageOf(at, url)
          for (const row of page.results) found.push(yield* decoded(schema, row))
          url = page.next
        }
        return found
      })

    const checkIn = Effect.fn("PretixCalls.checkIn")(
      function*(at: PretixEvent, { at: time, list, nonce, secret }: ShopCheckIn) {
        const url = new URL(`${at.url}/api/v1/organizers/${encodeURIComponent(at.organizer)}/checkinrpc/redeem/`)
        const datetime = DateTime.formatIso(time)
        const body = { secret, lists: [list], type: "entry", force: false, nonce, datetime, questions_supported: false }
        const answer = yield* send(at, { method: "POST", url, body })
        if (answer.status === 400 && Result.isSuccess(parsed(ListRefusal, answer.text))) {
          return yield* shopError("list_refused", detailOf(answer.text))
        }
        const said = parsed(CheckIn, answer.text)
        if (Result.isFailure(said) || answer.status >= 500 || answer.status === 429) {
          yield* accepted(answer)
          return yield* shopError("unreadable")
        }
        const { reason, reason_explanation, status } = said.success
        const outcome: CheckInOutcome = status === "ok" || reason === "already_redeemed"
          ? { kind: "done" }
          : {
            kind: "refused",
            reason: shortened(reason ?? status, 100),
            explanation: shortened(reason_explanation ?? "")
          }
        return outcome
      }
    )

    return {
      /**
       * The first page of the orders that changed since (a time in the shop's own writing), or of all; oldest first, so that
       * orders which change in the meantime appear twice rather than not at all. Orders of the test mode are left out.
       */
      firstPage: (at: PretixEvent, since: string | null): URL =>
        addressOf(at, "orders", {
          ordering: "datetime",
          testmode: "false",
          include_canceled_positions: "true",
          page_size: "50",
          ...(since === null ? {} : { modified_since: since })
        }),

      /** A page of orders by its address: the first one, or that which the page before named. */
      page: Effect.fn("PretixCalls.page")((at: PretixEvent, url: URL) =>
        Effect.map(pageOf(at, url), ({ results, ...page }): OrderPage => ({
          ...page,
          orders: results.map((order) => readOrder(order, placeOf(at)))
        }))
      ),

      /** One order; null if the shop has none with this code. */
      order: Effect.fn("PretixCalls.order")((at: PretixEvent, code: string) =>
        get(at, addressOf(at, `orders/${encodeURIComponent(code)}`, { include_canceled_positions: "true" })).pipe(
          Effect.flatMap(({ text }) => read(Schema.Unknown, text)),
          Effect.map((order): OrderPage["orders"][number] | null => readOrder(order, placeOf(at))),
          Effect.catchIf((error) => error.reason === "absent", () => Effect.succeed(null))
        )
      ),

      /** The code of the order that has the ticket with this secret; null for none. A cancelled ticket gives way to another. */
      orderWith: Effect.fn("PretixCalls.orderWith")(function*(at: PretixEvent, secret: string) {
        const url = addressOf(at, "orderpositions", { secret, include_canceled_positions: "true", page_size: "50" })
        const { results } = yield* pageOf(at, url)
        const found = yield* Effect.forEach(results, (row) => decoded(TicketPlace, row))
        return (found.find(({ canceled }) => canceled !== true) ?? found[0])?.order ?? null
      }),

      /** The number of orders, without those of the test mode; null if the shop does not say it. */
      countOrders: Effect.fn("PretixCalls.countOrders")((at: PretixEvent) =>
        Effect.flatMap(
          get(at, addressOf(at, "orders", { testmode: "false", page_size: "1" })),
          ({ text }) => Effect.map(read(Page, text), ({ count }) => count ?? null)
        )
      ),

      /** What the event says of all its orders. */
      event: Effect.fn("PretixCalls.event")((at: PretixEvent) =>
        Effect.flatMap(
          Effect.mapError(get(at, addressOf(at, "", {})), placed(at)),
          ({ text }) => read(PretixEventDetails, text)
        )
      ),

      /** The dates of an event series; of very many the first 500. */
      dates: Effect.fn("PretixCalls.dates")((at: PretixEvent) =>
        all(at, "subevents", Schema.toCodecJson(PretixDate), 10)
      ),

      /** Whether the event series has a date of this number. */
      hasDate: Effect.fn("PretixCalls.hasDate")((at: PretixEvent, id: bigint) =>
        get(at, addressOf(at, `subevents/${id}`, {})).pipe(
          Effect.as(true),
          Effect.catchIf((error) => error.reason === "absent", () => Effect.succeed(false))
        )
      ),

      products: Effect.fn("PretixCalls.products")((at: PretixEvent) =>
        all(at, "items", Schema.toCodecJson(PretixProduct))
      ),

      /** The products as the entrance needs them. */
      items: Effect.fn("PretixCalls.items")((at: PretixEvent) => all(at, "items", PretixItem)),

      checkInLists: Effect.fn("PretixCalls.checkInLists")((at: PretixEvent) =>
        all(at, "checkinlists", PretixCheckInList)
      ),

      /** Checks a ticket in at a list. The same nonce again is the same check-in. */
      checkIn,

      /** Tries whether the key may check in at a list, by a code that no ticket has: lists without the right refuse it before. */
      mayCheckIn: Effect.fn("PretixCalls.mayCheckIn")(function*(at: PretixEvent, list: number) {
        const tried = checkIn(at, { list, secret: triedCode, nonce: triedCode, at: yield* DateTime.now })
        return yield* Effect.as(tried, true).pipe(
          Effect.catchIf(({ reason }) => reason === "list_refused", () => Effect.succeed(false))
        )
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(ShopLimits.layer))
}

const placeOf = (at: PretixEvent): OrderPlace => ({
  shop: shopEventOf(at),
  linkOf: (code) => `${at.url}/control/event/${at.organizer}/${at.event}/orders/${encodeURIComponent(code)}/`
})

const addressOf = (
  { event, organizer, url }: PretixEvent,
  path: string,
  query: Readonly<Record<string, string>>
): URL => {
  const base = `${withoutEndSlashes(url)}/api/v1/organizers/${encodeURIComponent(organizer)}`
  const address = new URL(`${base}/events/${encodeURIComponent(event)}/${path === "" ? "" : `${path}/`}`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address
}

/** An address as guests have it, with organiser and event, leads to nothing; but a shop may be below a path. */
const placed = ({ url }: PretixEvent) => (error: ShopError): ShopError => {
  const { pathname } = new URL(url)
  return error.reason === "absent" && pathname !== "/" ? shopError("absent_below", pathname) : error
}

/** The time of a page as the shop wrote it; null for text that is no time, from which no reading could begin. */
const momentOf = (text: string | null): string | null =>
  text !== null && Option.isSome(DateTime.make(text)) ? text : null

/** The next page must be at the shop of the settings: the API key goes there with the request. */
const nextOf = (next: string | null, { url }: PretixEvent): Result.Result<URL | null, ShopError> => {
  if (next === null) return Result.succeed(null)
  const address = URL.parse(next)
  const base = new URL(url)
  return address !== null && address.origin === base.origin && address.username === "" && address.password === ""
    ? Result.succeed(address)
    : Result.fail(shopError("sent_elsewhere"))
}
