import { nullOr } from "@wristbank/core/base/OptionalField"
import { Context, DateTime, Effect, Latch, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { serveStandIn } from "../StandInServer.ts"
import { type FakeAnswer, FakePayment, TransactionStatus } from "./FakeAnswer.ts"
import { FakeBook } from "./FakeBook.ts"
import { payPage } from "./FakePayPage.ts"
import { lookedUp, type ShopAnswers, shopRoutes } from "./FakeShopRoutes.ts"

const Transaction = Schema.toCodecJson(Schema.Struct({
  id: Schema.String,
  transaction_code: Schema.String,
  foreign_transaction_id: Schema.String,
  ...FakePayment.fields,
  currency: Schema.String,
  status: TransactionStatus,
  merchant_code: nullOr(Schema.String),
  tip_amount: FakePayment.fields.tip_amount,
  refunded_amount: FakePayment.fields.refunded_amount,
  payment_type: Schema.Literal("POS"),
  timestamp: Schema.DateTimeUtc
}))

const LookUp = Schema.Struct({
  id: Schema.optionalKey(Schema.String),
  foreign_transaction_id: Schema.optionalKey(Schema.String)
})

const NewPayment = Schema.toCodecJson(Schema.Struct({ foreign_transaction_id: Schema.String, ...FakePayment.fields }))

const app = { client_id: Schema.String, client_secret: Schema.String }

/** An authorisation code is redeemed with the answer that is set for the refresh token of the same name. */
const TokenRequest = Schema.Union([
  Schema.Struct({ ...app, grant_type: Schema.Literal("refresh_token"), refresh_token: Schema.String }),
  Schema.Struct({
    ...app,
    grant_type: Schema.Literal("authorization_code"),
    code: Schema.String,
    redirect_uri: Schema.optionalKey(Schema.String)
  })
])

/** A stand-in for the card provider SumUp that has its HTTP interface and gives configured answers. */
export class FakeSumUp extends Context.Service<FakeSumUp>()("stand-ins/FakeSumUp", {
  make: Effect.gen(function*() {
    const book = new FakeBook()
    const released = yield* Latch.make(false)
    const url = yield* serveStandIn(fakeRoutes(book, released.await), 0)
    return {
      /** Its address, on this machine alone. */
      url,
      book,
      /** Gives all late answers, including those to requests yet to come. */
      release: released.open,
      /** Holds late answers back again. */
      hold: released.close
    }
  })
}) {
  /** On a free port. */
  static readonly layer = Layer.effect(this, this.make)
}

type Response = HttpServerResponse.HttpServerResponse

type Prompt = Exclude<FakeAnswer, { readonly kind: "late" }>

/** Sends an answer at its time. */
type Respond = (answer: FakeAnswer, describe: (answer: Prompt) => Effect.Effect<Response>) => Effect.Effect<Response>

const respondAfter = (released: Effect.Effect<void>): Respond => {
  const respond: Respond = (answer, describe) =>
    answer.kind === "late" ? Effect.andThen(released, respond(answer.answer, describe)) : describe(answer)
  return respond
}

/** The provider's calls; late answers come when they are released. */
export const fakeRoutes = (book: FakeBook, released: Effect.Effect<void> = Effect.never) => {
  const respond = respondAfter(released)
  const shop = { book, json, respond: (answer: FakeAnswer) => respond(answer, other) }
  const transaction = lookUp(shop, respond)

  const token = Effect.gen(function*() {
    const form = yield* HttpServerRequest.schemaBodyUrlParams(TokenRequest)
    const isCode = form.grant_type === "authorization_code"
    const shown = isCode ? form.code : form.refresh_token
    const answer = book.ask({
      call: "token",
      clientId: form.client_id,
      clientSecret: form.client_secret,
      refreshToken: shown
    })
    const counts = isCode || book.validRefreshToken === null || book.validRefreshToken === shown
    return yield* respond(answer, (said) => {
      if (said.kind !== "access") return other(said)
      if (!counts) return Effect.succeed(json(400, { error: "invalid_grant" }))
      return Effect.sync(() =>
        json(200, {
          access_token: `access-${book.issue()}`,
          token_type: "Bearer",
          expires_in: said.expiresInSeconds,
          refresh_token: said.rotated || isCode ? book.rotate() : shown
        })
      )
    })
  })

  /** The role of a card reader: the guest pays for an order. */
  const pay = Effect.gen(function*() {
    const { foreign_transaction_id: orderUuid, ...payment } = yield* HttpServerRequest.schemaBodyJson(NewPayment)
    book.answer(orderUuid, { kind: "payment", payment })
    book.shop.record({
      amount: payment.amount,
      currency: payment.currency ?? "EUR",
      foreign_transaction_id: orderUuid,
      merchant_code: payment.merchant_code ?? "DEMO",
      payment_type: "POS",
      status: payment.status ?? "SUCCESSFUL",
      timestamp: yield* DateTime.now,
      type: "PAYMENT",
      ...(payment.tip_amount === undefined ? {} : { tip_amount: payment.tip_amount })
    })
    return yield* paymentJson(payment, orderUuid, "DEMO")
  })

  return Layer.mergeAll(
    shopRoutes(shop),
    payPage(book),
    HttpRouter.add("GET", "/v2.1/merchants/:code/transactions", Effect.catch(transaction, malformed)),
    HttpRouter.add("POST", "/token", Effect.catch(token, malformed)),
    HttpRouter.add("POST", "/payments", Effect.catch(pay, malformed))
  )
}

/** The look-up of a payment by its order, or of a movement by its id. */
const lookUp = (shop: ShopAnswers, respond: Respond) =>
  Effect.gen(function*() {
    const { book } = shop
    const { code } = yield* HttpRouter.schemaPathParams(Schema.Struct({ code: Schema.String }))
    const { foreign_transaction_id: orderUuid, id } = yield* HttpServerRequest.schemaSearchParams(LookUp)
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const token = /^Bearer (.+)$/.exec(headers["authorization"] ?? "")?.[1] ?? null
    if (id !== undefined) {
      book.note({ call: "lookup", key: id, token })
      return lookedUp(shop, id)
    }
    if (orderUuid === undefined) return yield* malformed()
    const answer = book.ask({ call: "transaction", orderUuid, merchantCode: code, token })
    return yield* respond(answer, (said) =>
      said.kind === "payment" ? paymentJson(said.payment, orderUuid, code) : other(said))
  })

const paymentJson = (payment: FakePayment, orderUuid: string, merchantCode: string) =>
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

/** Answers that are the same for every request. An answer that does not fit the request becomes a fault of the provider. */
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
