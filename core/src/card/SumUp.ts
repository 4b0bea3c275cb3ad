import { Context, DateTime, Effect, Layer, Redacted, Result, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { Configuration } from "../config/Configuration.ts"
import * as Money from "../ledger/Money.ts"
import { Moment } from "../organisation/Moment.ts"
import { CardAccessProvider, type CardCredentials } from "./CardAccess.ts"
import {
  type CardMerchant,
  CardPayment,
  type CardPaymentStatus,
  CardProvider,
  CardProviderError
} from "./CardProvider.ts"

/** Callers with less patience give up on their own. */
const timeLimit = "10 seconds"

/** A payment as SumUp describes it: the fields we rely on, the amount in major units. */
const Transaction = Schema.toCodecJson(Schema.Struct({
  id: Schema.NonEmptyString,
  transaction_code: Schema.NonEmptyString,
  foreign_transaction_id: Schema.String,
  amount: Money.Cents,
  currency: Schema.String,
  status: Schema.Literals(["SUCCESSFUL", "FAILED", "CANCELLED", "REFUNDED", "PENDING"]),
  timestamp: Moment,
  merchant_code: Schema.optionalKey(Schema.NullOr(Schema.String))
}))

const statuses: { readonly [Status in typeof Transaction.Type["status"]]: CardPaymentStatus } = {
  SUCCESSFUL: "successful",
  FAILED: "failed",
  CANCELLED: "failed",
  REFUNDED: "failed",
  PENDING: "pending"
}

const seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 366 * 86_400 }))

/** Answer to a token request (RFC 6749, 5.1); without a new refresh token the old one stays. */
const Token = Schema.Struct({
  access_token: Schema.NonEmptyString,
  expires_in: seconds,
  refresh_token: Schema.optionalKey(Schema.NullOr(Schema.NonEmptyString))
})

/** How SumUp says that there is none: with an error code, or as a problem document (RFC 9457). */
const Absent = Schema.Union([
  Schema.Struct({ error_code: Schema.Literal("NOT_FOUND") }),
  Schema.Struct({ title: Schema.String, status: Schema.Literal(404) })
])

/** SumUp's interface, spoken over HTTP. */
const make = Effect.gen(function*() {
  const { sumupUrl } = yield* Configuration
  const base = sumupUrl.href.replace(/\/+$/, "")
  const http = yield* HttpClient.HttpClient

  /** Status and text of an answer, whatever it is. */
  const send = (request: HttpClientRequest.HttpClientRequest) =>
    http.execute(request).pipe(
      Effect.flatMap((response) => Effect.map(response.text, (text): Answer => ({ status: response.status, text }))),
      // A redirect could carry keys to somebody else.
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
      Effect.provideService(HttpClient.TracerPropagationEnabled, false),
      Effect.timeoutOrElse({ duration: timeLimit, orElse: () => new CardProviderError({ reason: "timeout" }) }),
      // Its cause holds the request, and that the keys.
      Effect.catchTag("HttpClientError", () => new CardProviderError({ reason: "unreachable" }))
    )

  const terminalPayment = Effect.fn("SumUp.terminalPayment")(function*(merchant: CardMerchant, orderUuid: string) {
    const path = `${base}/v2.1/merchants/${encodeURIComponent(merchant.merchantCode)}/transactions`
    const request = HttpClientRequest.get(path).pipe(
      HttpClientRequest.setUrlParam("foreign_transaction_id", orderUuid),
      HttpClientRequest.bearerToken(merchant.apiKey),
      HttpClientRequest.acceptJson
    )
    const answer = yield* send(request)
    if (answer.status >= 400 && answer.status < 500 && Result.isSuccess(decode(Absent, answer))) return null
    const transaction = yield* read(Transaction, answer)
    if (transaction.foreign_transaction_id !== orderUuid) return yield* new CardProviderError({ reason: "unreadable" })
    return paymentOf(transaction)
  })

  const renew = Effect.fn("SumUp.renew")(function*({ clientId, clientSecret, refreshToken }: CardCredentials) {
    const asked = yield* DateTime.now
    const request = HttpClientRequest.post(`${base}/token`).pipe(
      HttpClientRequest.bodyUrlParams({
        grant_type: "refresh_token",
        client_id: clientId,
        client_secret: Redacted.value(clientSecret),
        refresh_token: Redacted.value(refreshToken)
      }),
      HttpClientRequest.acceptJson
    )
    const token = yield* Effect.flatMap(send(request), (answer) => read(Token, answer))
    return {
      access: {
        token: Redacted.make(token.access_token),
        expiresAt: DateTime.add(asked, { seconds: token.expires_in })
      },
      refreshToken: token.refresh_token == null ? refreshToken : Redacted.make(token.refresh_token)
    }
  })

  return Context.make(CardProvider, { terminalPayment }).pipe(Context.add(CardAccessProvider, { renew }))
})

/** The card provider over HTTP; it needs an `HttpClient`. */
export const layer = Layer.effectContext(make)

interface Answer {
  readonly status: number
  readonly text: string
}

const paymentOf = (transaction: typeof Transaction.Type) =>
  new CardPayment({
    id: transaction.id,
    transactionCode: transaction.transaction_code,
    status: statuses[transaction.status],
    amount: transaction.amount,
    currency: transaction.currency,
    merchantCode: transaction.merchant_code ?? null,
    at: transaction.timestamp
  })

/** What a good answer says; the status alone is logged, as texts of a provider may repeat what they were sent. */
const read = <A>(schema: Schema.ConstraintDecoder<A>, answer: Answer): Effect.Effect<A, CardProviderError> => {
  const { status } = answer
  const refused = status < 200 || status > 299
  return Effect.catch(refused ? Effect.fail(status) : Effect.fromResult(decode(schema, answer)), () =>
    Effect.andThen(
      Effect.logWarning("The card provider gave no answer of use").pipe(Effect.annotateLogs({ status })),
      new CardProviderError({ reason: refused ? "refused" : "unreadable" })
    ))
}

const decode = <A>(schema: Schema.ConstraintDecoder<A>, { text }: Answer) =>
  Result.flatMap(
    Result.try((): unknown => JSON.parse(text, exactAmount)),
    Schema.decodeUnknownResult(schema)
  )

/** Keeps an amount as it is written, as a double may hide its third decimal; one that is no number is none. */
const exactAmount = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  key !== "amount" ? value : typeof value === "number" ? context?.source : null
