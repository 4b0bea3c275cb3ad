import { NodeHttpServer } from "@effect/platform-node"
import { Context, DateTime, Effect, Latch, Layer, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import { type FakeAnswer, FakePayment, TransactionStatus } from "./FakeAnswer.ts"
import { FakeBook } from "./FakeBook.ts"

const Transaction = Schema.toCodecJson(Schema.Struct({
  id: Schema.String,
  transaction_code: Schema.String,
  foreign_transaction_id: Schema.String,
  ...FakePayment.fields,
  currency: Schema.String,
  status: TransactionStatus,
  merchant_code: Schema.NullOr(Schema.String),
  payment_type: Schema.Literal("POS"),
  timestamp: Schema.DateTimeUtc
}))

const NewPayment = Schema.toCodecJson(Schema.Struct({ foreign_transaction_id: Schema.String, ...FakePayment.fields }))

const TokenRequest = Schema.Struct({
  grant_type: Schema.Literal("refresh_token"),
  client_id: Schema.String,
  client_secret: Schema.String,
  refresh_token: Schema.String
})

/** A stand-in for the card provider SumUp that speaks its interface over HTTP and answers what it is told to. */
export class FakeSumUp extends Context.Service<FakeSumUp>()("cli/FakeSumUp", {
  make: Effect.gen(function*() {
    const book = new FakeBook()
    const released = yield* Latch.make(false)
    const server = yield* Layer.build(
      HttpRouter.serve(routes(book, released.await), { disableLogger: true, disableListenLog: true }).pipe(
        Layer.provideMerge(
          NodeHttpServer.layer(() => createServer(), { host: "127.0.0.1", port: 0, gracefulShutdownTimeout: 0 })
        )
      )
    )
    return {
      /** Where it listens, on this machine alone. */
      url: HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address),
      book,
      /** Gives all late answers, of requests to come as well. */
      release: released.open,
      /** Holds late answers back again. */
      hold: released.close
    }
  })
}) {
  /** On a free port. */
  static readonly layer = Layer.effect(this, this.make)
}

const routes = (book: FakeBook, released: Effect.Effect<void>) => {
  const respond = (
    answer: FakeAnswer,
    describe: (
      answer: Exclude<FakeAnswer, { readonly kind: "late" }>
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
    answer.kind === "late" ? Effect.andThen(released, respond(answer.answer, describe)) : describe(answer)

  const transaction = Effect.gen(function*() {
    const { code } = yield* HttpRouter.schemaPathParams(Schema.Struct({ code: Schema.String }))
    const { foreign_transaction_id: orderUuid } = yield* HttpServerRequest.schemaSearchParams(
      Schema.Struct({ foreign_transaction_id: Schema.String })
    )
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const token = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1] ?? null
    const answer = book.ask({ call: "transaction", orderUuid, merchantCode: code, token })
    return yield* respond(answer, (said) => said.kind === "payment" ? told(said.payment, orderUuid, code) : other(said))
  })

  const token = Effect.gen(function*() {
    const form = yield* HttpServerRequest.schemaBodyUrlParams(TokenRequest)
    const answer = book.ask({
      call: "token",
      clientId: form.client_id,
      clientSecret: form.client_secret,
      refreshToken: form.refresh_token
    })
    const counts = book.validRefreshToken === null || book.validRefreshToken === form.refresh_token
    return yield* respond(answer, (said) => {
      if (said.kind !== "access") return other(said)
      if (!counts) return Effect.succeed(json(400, { error: "invalid_grant" }))
      return Effect.sync(() =>
        json(200, {
          access_token: `access-${book.issue()}`,
          token_type: "Bearer",
          expires_in: said.expiresInSeconds,
          refresh_token: said.rotated ? book.rotate() : form.refresh_token
        })
      )
    })
  })

  /** What a card reader does: the guest pays for an order. */
  const pay = Effect.gen(function*() {
    const { foreign_transaction_id: orderUuid, ...payment } = yield* HttpServerRequest.schemaBodyJson(NewPayment)
    book.answer(orderUuid, { kind: "payment", payment })
    return yield* told(payment, orderUuid, "DEMO")
  })

  return Layer.mergeAll(
    HttpRouter.add("GET", "/v2.1/merchants/:code/transactions", Effect.catch(transaction, malformed)),
    HttpRouter.add("POST", "/token", Effect.catch(token, malformed)),
    HttpRouter.add("POST", "/payments", Effect.catch(pay, malformed))
  )
}

const told = (payment: FakePayment, orderUuid: string, merchantCode: string) =>
  Effect.map(DateTime.now, (timestamp) =>
    json(
      200,
      Schema.encodeSync(Transaction)({
        currency: "EUR",
        status: "SUCCESSFUL",
        merchant_code: merchantCode,
        ...payment,
        id: `payment-${orderUuid}`,
        transaction_code: `T${orderUuid.slice(0, 8).toUpperCase()}`,
        foreign_transaction_id: orderUuid,
        payment_type: "POS",
        timestamp
      })
    ))

/** Answers that are alike for every request; what makes no sense for it is a fault of the provider. */
const other = (answer: FakeAnswer) =>
  Effect.succeed(
    answer.kind === "text"
      ? HttpServerResponse.text(answer.body, { status: answer.status, contentType: "application/json" })
      : answer.kind === "absent"
      ? json(404, { error_code: "NOT_FOUND", message: "Resource not found" })
      : json(500, { error_code: "INTERNAL", message: "Told to answer what does not fit" })
  )

const malformed = () => Effect.succeed(json(400, { error_code: "INVALID", message: "Malformed request" }))

const json = (status: number, body: unknown) => HttpServerResponse.jsonUnsafe(body, { status })
