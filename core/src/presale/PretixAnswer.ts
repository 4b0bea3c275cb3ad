import { DateTime, Effect, Option, Result, Schema } from "effect"
import { type ShopAnswer, type ShopError, shopError, type ShopFault } from "./ShopConnection.ts"

const Detail = Schema.Struct({ detail: Schema.String })
const Messages = Schema.Record(Schema.String, Schema.Array(Schema.String))
const Sentences = Schema.Array(Schema.String)

/** The meanings of statuses that are no success. */
export const faults: { readonly [status: number]: ShopFault } = {
  401: "key_refused",
  403: "not_permitted",
  404: "absent",
  429: "busy",
  503: "busy"
}

/** An answer of success; any other becomes an error with the shop's own words. */
export const accepted = Effect.fnUntraced(function*(answer: ShopAnswer): Effect.fn.Return<ShopAnswer, ShopError> {
  const { retryAfter, status, text } = answer
  if (status >= 200 && status <= 299) return answer
  const reason = faults[status] ?? (status <= 399 ? "redirected" : status <= 499 ? "rejected" : "failed")
  return yield* shopError(reason, detailOf(text), yield* secondsOf(retryAfter))
})

/** The words of an error: `detail`, the messages by field, or several messages. */
export const detailOf = (text: string): string => {
  const detail = Result.map(parsed(Detail, text), (found) => found.detail)
  const fields = Result.map(
    parsed(Messages, text),
    (found) => Object.entries(found).map(([field, messages]) => `${field}: ${messages.join(" ")}`).join("; ")
  )
  const sentences = Result.map(parsed(Sentences, text), (found) => found.join(" "))
  return shortened([detail, fields, sentences].find(Result.isSuccess)?.success ?? "")
}

/** Words of the shop in one line. */
export const shortened = (words: string, most = 200): string =>
  words.replaceAll(/[\u0000-\u001f\u007f]+/g, " ").slice(0, most)

/** The longest pause that a shop may ask for, in seconds. */
const longestPause = 3600

/**
 * The pause that a Retry-After header asks for, as seconds or as the date of its end (RFC 9110, 10.2.3); null for none, for anything
 * else, and for a date in the past.
 */
export const secondsOf = (header: string | null): Effect.Effect<number | null> =>
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

/** An answer as JSON of a form. */
export const parsed = <A>(schema: Schema.ConstraintDecoder<A>, text: string) =>
  Result.flatMap(Result.try((): unknown => JSON.parse(text)), Schema.decodeUnknownResult(schema))

/** As `parsed`; anything else is a fault of the shop. */
export const read = <A>(schema: Schema.ConstraintDecoder<A>, text: string): Effect.Effect<A, ShopError> =>
  Effect.mapError(Effect.fromResult(parsed(schema, text)), () => shopError("unreadable"))

/** As `read`, for a part of an answer. */
export const decoded = <A>(schema: Schema.ConstraintDecoder<A>, value: unknown): Effect.Effect<A, ShopError> =>
  Effect.mapError(Effect.fromResult(Schema.decodeUnknownResult(schema)(value)), () => shopError("unreadable"))
