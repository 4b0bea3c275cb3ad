import { Context, DateTime, Effect, Layer, Option, type Redacted, Result, Schema } from "effect"
import { nullOr } from "../primitives/OptionalField.ts"
import { withoutEndSlashes } from "../primitives/Text.ts"
import { readOrder, type UnreadableOrder } from "./PretixOrder.ts"
import { PretixCheckInList, PretixProduct } from "./PretixShop.ts"
import {
  type ShopAnswer,
  ShopConnection,
  type ShopError,
  shopError,
  type ShopFault,
  type ShopRequest
} from "./ShopConnection.ts"
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

export type ReadOrder = Result.Result<ShopOrder, UnreadableOrder>

/** A page of orders. */
export interface OrderPage {
  readonly orders: ReadonlyArray<ReadOrder>
  readonly next: URL | null
  /** Orders on all pages, if the shop says so. */
  readonly count: number | null
  /** The shop's time at the beginning of the page, as it wrote it. */
  readonly generatedAt: string | null
}

/** The answer to a check-in: `done` also if the ticket was checked in before. */
export type CheckInOutcome = { readonly kind: "done" } | CheckInRefusal

/** The shop does not let a ticket in. */
export interface CheckInRefusal {
  readonly kind: "refused"
  /** The shop's word for why, such as `invalid_time`. */
  readonly reason: string
  /** What its staff wrote about that; empty for nothing. */
  readonly explanation: string
}

/** A check-in of a ticket at a list. */
export interface ShopCheckIn {
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
const Detail = Schema.Struct({ detail: Schema.String })
const Messages = Schema.Record(Schema.String, Schema.Array(Schema.String))
const Sentences = Schema.Array(Schema.String)
const CheckIn = Schema.Struct({
  status: Schema.String,
  reason: Schema.optionalKey(nullOr(Schema.String)),
  reason_explanation: Schema.optionalKey(nullOr(Schema.String))
})
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
      const { generatedAt } = answer
      return { count, generatedAt, next: yield* Effect.fromResult(nextOf(next ?? null, at)), results }
    })

    const all = <A>(at: PretixEvent, path: string, schema: Schema.ConstraintDecoder<A>) =>
      Effect.gen(function*() {
        const found: Array<A> = []
        let url: URL | null = addressOf(at, path, { page_size: "50" })
        while (url !== null) {
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
          orders: results.map((order) => readOrder(order, linkIn(at)))
        }))
      ),

      /** One order; null if the shop has none with this code. */
      order: Effect.fn("PretixCalls.order")((at: PretixEvent, code: string) =>
        get(at, addressOf(at, `orders/${encodeURIComponent(code)}`, { include_canceled_positions: "true" })).pipe(
          Effect.flatMap(({ text }) => read(Schema.Unknown, text)),
          Effect.map((order): ReadOrder | null => readOrder(order, linkIn(at))),
          Effect.catchIf((error) => error.reason === "absent", () => Effect.succeed(null))
        )
      ),

      /** The number of orders, without those of the test mode; null if the shop does not say it. */
      countOrders: Effect.fn("PretixCalls.countOrders")((at: PretixEvent) =>
        Effect.flatMap(
          get(at, addressOf(at, "orders", { testmode: "false", page_size: "1" })),
          ({ text }) => Effect.map(read(Page, text), ({ count }) => count ?? null)
        )
      ),

      products: Effect.fn("PretixCalls.products")((at: PretixEvent) =>
        all(at, "items", Schema.toCodecJson(PretixProduct))
      ),

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
  static readonly layer = Layer.provide(Layer.effect(this, this.make), ShopLimits.layer)
}

/** The page of the shop that shows an order to staff. */
const linkIn = (at: PretixEvent) => (code: string) =>
  `${at.url}/control/event/${at.organizer}/${at.event}/orders/${encodeURIComponent(code)}/`

const addressOf = (
  { event, organizer, url }: PretixEvent,
  path: string,
  query: Readonly<Record<string, string>>
): URL => {
  const base = `${withoutEndSlashes(url)}/api/v1/organizers/${encodeURIComponent(organizer)}`
  const address = new URL(`${base}/events/${encodeURIComponent(event)}/${path}/`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address
}

/** An address as guests have it, with organiser and event, leads to nothing; but a shop may be below a path. */
const placed = ({ url }: PretixEvent) => (error: ShopError): ShopError => {
  const { pathname } = new URL(url)
  return error.reason === "absent" && pathname !== "/" ? shopError("absent_below", pathname) : error
}

/** The next page must be at the shop of the settings: the API key goes there with the request. */
const nextOf = (next: string | null, { url }: PretixEvent): Result.Result<URL | null, ShopError> => {
  if (next === null) return Result.succeed(null)
  const address = URL.parse(next)
  const base = new URL(url)
  return address !== null && address.origin === base.origin && address.username === "" && address.password === ""
    ? Result.succeed(address)
    : Result.fail(shopError("sent_elsewhere"))
}

const faults: { readonly [status: number]: ShopFault } = {
  401: "key_refused",
  403: "not_permitted",
  404: "absent",
  429: "busy",
  503: "busy"
}

/** An answer of success; any other becomes an error with the shop's own words. */
const accepted = Effect.fnUntraced(function*(answer: ShopAnswer): Effect.fn.Return<ShopAnswer, ShopError> {
  const { retryAfter, status, text } = answer
  if (status >= 200 && status <= 299) return answer
  const reason = faults[status] ?? (status <= 399 ? "redirected" : status <= 499 ? "rejected" : "failed")
  return yield* shopError(reason, detailOf(text), yield* secondsOf(retryAfter))
})

/** The words of an error: `detail`, the messages by field, or several messages. */
const detailOf = (text: string): string => {
  const detail = Result.map(parsed(Detail, text), (found) => found.detail)
  const fields = Result.map(
    parsed(Messages, text),
    (found) => Object.entries(found).map(([field, messages]) => `${field}: ${messages.join(" ")}`).join("; ")
  )
  const sentences = Result.map(parsed(Sentences, text), (found) => found.join(" "))
  return shortened([detail, fields, sentences].find(Result.isSuccess)?.success ?? "")
}

/** Words of the shop in one line. */
const shortened = (words: string, most = 200): string => words.replaceAll(/[\u0000-\u001f\u007f]+/g, " ").slice(0, most)

/** The longest pause that a shop may ask for, in seconds. */
const longestPause = 3600

/**
 * The pause that a Retry-After header asks for, as seconds or as the date of its end (RFC 9110, 10.2.3); null for none, for anything
 * else, and for a date in the past.
 */
const secondsOf = (header: string | null): Effect.Effect<number | null> =>
  Effect.map(DateTime.now, (now) => {
    if (header === null) return null
    if (/^\d{1,9}(\.\d+)?$/.test(header)) return Math.min(Math.ceil(Number(header)), longestPause)
    const end = httpDate.test(header) ? DateTime.make(header) : Option.none()
    const seconds = Option.match(end, {
      onNone: () => 0,
      onSome: (at) => Math.ceil((DateTime.toEpochMillis(at) - DateTime.toEpochMillis(now)) / 1000)
    })
    return seconds > 0 ? Math.min(seconds, longestPause) : null
  })

/** Such as `Wed, 21 Oct 2026 07:28:00 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const parsed = <A>(schema: Schema.ConstraintDecoder<A>, text: string) =>
  Result.flatMap(Result.try((): unknown => JSON.parse(text)), Schema.decodeUnknownResult(schema))

const read = <A>(schema: Schema.ConstraintDecoder<A>, text: string): Effect.Effect<A, ShopError> =>
  Effect.mapError(Effect.fromResult(parsed(schema, text)), () => shopError("unreadable"))

const decoded = <A>(schema: Schema.ConstraintDecoder<A>, value: unknown): Effect.Effect<A, ShopError> =>
  Effect.mapError(Effect.fromResult(Schema.decodeUnknownResult(schema)(value)), () => shopError("unreadable"))
