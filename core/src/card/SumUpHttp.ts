import { Effect, Predicate, Result, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { Configuration } from "../base/Configuration.ts"
import { nullOr } from "../base/OptionalField.ts"
import { withoutEndSlashes } from "../base/Text.ts"
import { type CardMerchant, CardProviderError } from "./CardProvider.ts"

/** Callers with a shorter time limit stop waiting earlier. */
const timeLimit = "10 seconds"

/** Status and text of any answer. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** The HTTP connection to SumUp. */
export interface SumUpHttp {
  /** Address of its API without a final slash; `provider` is the event's own address, null for the configured one. */
  readonly baseOf: (of: { readonly provider?: URL | null }) => string
  /** Sends a request and accepts any status. */
  readonly send: (request: HttpClientRequest.HttpClientRequest) => Effect.Effect<Answer, CardProviderError>
}

/** The connection to SumUp as configured. */
export const connect = Effect.gen(function*() {
  const { sumupUrl } = yield* Configuration
  const http = yield* HttpClient.HttpClient
  const connection: SumUpHttp = {
    baseOf: ({ provider }) => withoutEndSlashes((provider ?? sumupUrl).href),
    send: (request) =>
      http.execute(request).pipe(
        Effect.flatMap((response) => Effect.map(response.text, (text): Answer => ({ status: response.status, text }))),
        // A redirect could send keys to another server.
        Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
        Effect.provideService(HttpClient.TracerPropagationEnabled, false),
        Effect.timeoutOrElse({ duration: timeLimit, orElse: () => new CardProviderError({ reason: "timeout" }) }),
        // The cause contains the request with the keys, so it must not be logged.
        Effect.catchTag("HttpClientError", () => new CardProviderError({ reason: "unreachable" }))
      )
  }
  return connection
})

/** A field that an answer may leave out or give as null. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(nullOr(schema))

/** A request in the name of a merchant. */
export const asMerchant = ({ apiKey }: CardMerchant, request: HttpClientRequest.HttpClientRequest) =>
  request.pipe(HttpClientRequest.bearerToken(apiKey), HttpClientRequest.acceptJson)

/** Whether SumUp reports that the object does not exist: with an error code, or as a problem document (RFC 9457). */
export const isAbsent = (answer: Answer): boolean =>
  answer.status >= 400 && answer.status < 500 && Result.isSuccess(decode(Absent, answer))

const Absent = Schema.Union([
  Schema.Struct({ error_code: Schema.Literal("NOT_FOUND") }),
  Schema.Struct({ title: Schema.String, status: Schema.Literal(404) })
])

/**
 * Decodes a successful answer. Only the status is logged, because the provider's texts may repeat what they were sent.
 */
export const read = <A>(
  schema: Schema.ConstraintDecoder<A>,
  answer: Answer
): Effect.Effect<A, CardProviderError> => {
  const { status } = answer
  const refused = status < 200 || status > 299
  return Effect.catch(refused ? Effect.fail(status) : Effect.fromResult(decode(schema, answer)), () =>
    Effect.andThen(
      Effect.logWarning("The card provider's answer could not be used").pipe(Effect.annotateLogs({ status })),
      new CardProviderError({ reason: refused ? "refused" : "unreadable" })
    ))
}

/**
 * The rows that can be decoded, and the number of others: one unreadable row of another system should not hide the
 * rest.
 */
export const readRows = <A>(schema: Schema.ConstraintDecoder<A>, rows: ReadonlyArray<unknown>) => {
  const found: Array<A> = []
  for (const row of rows) {
    const decoded = Schema.decodeUnknownResult(schema)(row)
    if (Result.isSuccess(decoded)) found.push(decoded.success)
  }
  return { rows: found, unreadable: rows.length - found.length }
}

const decode = <A>(schema: Schema.ConstraintDecoder<A>, { text }: Answer) =>
  Result.flatMap(
    Result.try((): unknown => JSON.parse(text, exactAmount)),
    Schema.decodeUnknownResult(schema)
  )

const amounts: ReadonlySet<string> = new Set(["amount", "refunded_amount", "tip_amount"])

/** Keeps the text of an amount, as a double may hide a third decimal; null if it is not a number. */
const exactAmount = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  !amounts.has(key) ? value : Predicate.isNumber(value) ? context?.source : null
