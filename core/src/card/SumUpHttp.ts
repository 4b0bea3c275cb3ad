import { Effect, Predicate, Result, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { Configuration } from "../config/Configuration.ts"
import { withoutEndSlashes } from "../primitives/Text.ts"
import { type CardMerchant, CardProviderError } from "./CardProvider.ts"

/** Callers with less patience give up on their own. */
const timeLimit = "10 seconds"

/** Status and text of an answer, whatever it is. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** How SumUp is spoken to. */
export interface SumUpHttp {
  /** Address of its interface, without a slash at the end; `provider` is that of the event, null for the configured one. */
  readonly baseOf: (of: { readonly provider?: URL | null }) => string
  /** Sends a request and takes any answer. */
  readonly send: (request: HttpClientRequest.HttpClientRequest) => Effect.Effect<Answer, CardProviderError>
}

/** The connection to SumUp as it is configured. */
export const connect = Effect.gen(function*() {
  const { sumupUrl } = yield* Configuration
  const http = yield* HttpClient.HttpClient
  const connection: SumUpHttp = {
    baseOf: ({ provider }) => withoutEndSlashes((provider ?? sumupUrl).href),
    send: (request) =>
      http.execute(request).pipe(
        Effect.flatMap((response) => Effect.map(response.text, (text): Answer => ({ status: response.status, text }))),
        // A redirect could carry keys to somebody else.
        Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
        Effect.provideService(HttpClient.TracerPropagationEnabled, false),
        Effect.timeoutOrElse({ duration: timeLimit, orElse: () => new CardProviderError({ reason: "timeout" }) }),
        // Its cause holds the request, and that the keys.
        Effect.catchTag("HttpClientError", () => new CardProviderError({ reason: "unreachable" }))
      )
  }
  return connection
})

/** A request in the name of a merchant. */
export const asMerchant = ({ apiKey }: CardMerchant, request: HttpClientRequest.HttpClientRequest) =>
  request.pipe(HttpClientRequest.bearerToken(apiKey), HttpClientRequest.acceptJson)

/** Whether SumUp says that there is no such thing: with an error code, or as a problem document (RFC 9457). */
export const isAbsent = (answer: Answer): boolean =>
  answer.status >= 400 && answer.status < 500 && Result.isSuccess(decode(Absent, answer))

const Absent = Schema.Union([
  Schema.Struct({ error_code: Schema.Literal("NOT_FOUND") }),
  Schema.Struct({ title: Schema.String, status: Schema.Literal(404) })
])

/** What a good answer says; the status alone is logged, as texts of a provider may repeat what they were sent. */
export const read = <A>(
  schema: Schema.ConstraintDecoder<A>,
  answer: Answer
): Effect.Effect<A, CardProviderError> => {
  const { status } = answer
  const refused = status < 200 || status > 299
  return Effect.catch(refused ? Effect.fail(status) : Effect.fromResult(decode(schema, answer)), () =>
    Effect.andThen(
      Effect.logWarning("The card provider gave no answer of use").pipe(Effect.annotateLogs({ status })),
      new CardProviderError({ reason: refused ? "refused" : "unreadable" })
    ))
}

/** The rows that make sense, and how many do not: one strange row of somebody else's is no reason to see none. */
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

/** Keeps an amount as it is written, as a double may hide its third decimal; null when it is no number. */
const exactAmount = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  key !== "amount" && key !== "refunded_amount" ? value : Predicate.isNumber(value) ? context?.source : null
