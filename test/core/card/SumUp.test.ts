import { assert, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { CardAccessProvider } from "@wristbank/core/card/CardAccess"
import { CardProvider } from "@wristbank/core/card/CardProvider"
import * as SumUp from "@wristbank/core/card/SumUp"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { DateTime, Effect, Fiber, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { configurationLayer } from "../../support/cardProvider.ts"

const client = SumUp.layer.pipe(Layer.provide(FetchHttpClient.layer), Layer.provideMerge(configurationLayer))

const merchant = { apiKey: Redacted.make("sup_sk_secret"), merchantCode: "M 1/2", currency: "EUR" }

const credentials = (refreshToken: string) => ({
  clientId: "app",
  clientSecret: Redacted.make("app secret"),
  refreshToken: Redacted.make(refreshToken)
})

const twelveFifty = Cents.make(1250n)

/** The client's result for these answers of the provider. */
const askedWith = Effect.fnUntraced(function*(...answers: ReadonlyArray<Fake.FakeAnswer>) {
  const { book } = yield* FakeSumUp
  const uuid = randomUUID()
  book.answer(uuid, ...answers)
  return yield* (yield* CardProvider).terminalPayment(merchant, uuid)
})

const reasonOf = (...answers: ReadonlyArray<Fake.FakeAnswer>) =>
  Effect.map(Effect.flip(askedWith(...answers)), ({ reason }) => reason)

/** A payment as the provider writes it, with the given fields. */
const written = (uuid: string, fields: string) =>
  `{"id":"p1","transaction_code":"T1","foreign_transaction_id":"${uuid}","currency":"EUR","status":"SUCCESSFUL",
    "timestamp":"2026-07-01T12:00:00.000Z",${fields}}`

layer(client)("the client of the card provider", (it) => {
  it.effect("asks for the payment of an order with the merchant's key and code", () =>
    Effect.gen(function*() {
      const { book } = yield* FakeSumUp
      const uuid = randomUUID()
      book.answer(uuid, Fake.paid(twelveFifty))
      const payment = yield* (yield* CardProvider).terminalPayment(merchant, uuid)
      assert.deepInclude(payment, {
        id: `payment-${uuid}`,
        status: "successful",
        amount: twelveFifty,
        currency: "EUR",
        merchantCode: "M 1/2"
      })
      assert.deepStrictEqual(book.asked.at(-1), {
        call: "transaction",
        orderUuid: uuid,
        merchantCode: "M 1/2",
        token: "sup_sk_secret"
      })
      assert.strictEqual(book.askedFor(uuid), 1)
    }))

  const statuses = [
    ["successful", Fake.paid],
    ["failed", Fake.failed],
    ["failed", Fake.cancelled],
    ["returned", Fake.refunded],
    ["pending", Fake.pending]
  ] as const
  it.effect("knows every status", () =>
    Effect.gen(function*() {
      for (const [status, answer] of statuses) {
        const payment = yield* askedWith(answer(twelveFifty, { currency: "CHF", merchant_code: null }))
        assert.deepInclude(payment, { status, amount: twelveFifty, currency: "CHF", merchantCode: null })
      }
    }))

  it.effect("says null when the provider knows no payment, in either form of its errors", () =>
    Effect.gen(function*() {
      assert.isNull(yield* askedWith(Fake.absent))
      assert.isNull(yield* askedWith(Fake.text(404, `{"type":"about:blank","title":"Not Found","status":404}`)))
      assert.strictEqual(yield* reasonOf(Fake.text(404, "<h1>no such page</h1>")), "refused")
      assert.strictEqual(yield* reasonOf(Fake.text(500, `{"error_code":"NOT_FOUND"}`)), "refused")
    }))

  it.effect("tells refusals from answers that make no sense", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* reasonOf(Fake.unauthorized), "refused")
      assert.strictEqual(yield* reasonOf(Fake.broken), "refused")
      for (const status of [302, 400, 403, 429, 500]) {
        assert.strictEqual(yield* reasonOf(Fake.text(status, "{}")), "refused", String(status))
      }
      for (const body of ["", "null", "{}", "[]", "{", "<html>"]) {
        assert.strictEqual(yield* reasonOf(Fake.text(200, body)), "unreadable", body)
      }
    }))

  it.effect("reads amounts to the cent and refuses a third decimal", () =>
    Effect.gen(function*() {
      const { book } = yield* FakeSumUp
      const provider = yield* CardProvider
      const uuid = randomUUID()
      const ask = (amount: string) => {
        book.answer(uuid, Fake.text(200, written(uuid, `"amount":${amount}`)))
        return provider.terminalPayment(merchant, uuid)
      }
      for (
        const [text, cents] of [["0.29", 29n], ["10", 1000n], ["10.10", 1010n], ["1234567.89", 123456789n]] as const
      ) {
        assert.strictEqual((yield* ask(text))?.amount, Cents.make(cents), text)
      }
      for (const text of ["10.001", "10.1000000000000000001", "1e1", `"10.10"`, "null", "99999999999999"]) {
        assert.strictEqual((yield* Effect.flip(ask(text))).reason, "unreadable", text)
      }
    }))

  it.effect("reads the tip, and what went back, from the payment or its events", () =>
    Effect.gen(function*() {
      const { book } = yield* FakeSumUp
      const provider = yield* CardProvider
      const uuid = randomUUID()
      const ask = (fields: string, status = "SUCCESSFUL") => {
        book.answer(uuid, Fake.text(200, written(uuid, `"amount":12.50,${fields}`).replace("SUCCESSFUL", status)))
        return provider.terminalPayment(merchant, uuid)
      }
      const events = (...rows: ReadonlyArray<string>) => `"events":[${rows.join(",")}]`
      const refund = `{"id":1,"type":"REFUND","status":"REFUNDED","amount":2.50}`
      const failed = `{"id":2,"type":"REFUND","status":"FAILED","amount":9}`
      const chargeBack = `{"id":3,"type":"CHARGE_BACK","status":"SUCCESSFUL","amount":-10}`
      const payout = `{"id":4,"type":"PAYOUT","status":"PAID_OUT","amount":12.2}`
      const cents = (amount: bigint) => Cents.make(amount)
      for (
        const [fields, status, read] of [
          [`"tip_amount":1.50`, "SUCCESSFUL", { status: "successful", tip: cents(150n), returned: null }],
          [`"tip_amount":null`, "SUCCESSFUL", { status: "successful", tip: cents(0n), returned: null }],
          [`"refunded_amount":0`, "SUCCESSFUL", { status: "successful", returned: cents(0n) }],
          [`"refunded_amount":4.01`, "REFUNDED", { status: "returned", returned: cents(401n) }],
          [events(refund, failed), "REFUNDED", { status: "returned", returned: cents(250n) }],
          [events(payout), "REFUNDED", { status: "returned", returned: null }],
          [events(payout, chargeBack), "SUCCESSFUL", { status: "returned", returned: cents(1000n) }]
        ] as const
      ) {
        assert.deepInclude(yield* ask(fields, status), { amount: cents(1250n), ...read }, fields)
      }
    }))

  it.effect("takes no payment of another order and no status it does not know", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* reasonOf(Fake.text(200, written(randomUUID(), `"amount":1`))), "unreadable")
      const { book } = yield* FakeSumUp
      const uuid = randomUUID()
      book.answer(uuid, Fake.text(200, written(uuid, `"amount":1`).replace("SUCCESSFUL", "FROZEN")))
      const error = yield* Effect.flip((yield* CardProvider).terminalPayment(merchant, uuid))
      assert.strictEqual(error.reason, "unreadable")
    }))

  it.effect("gives up after ten seconds of silence", () =>
    Effect.gen(function*() {
      const asking = yield* Effect.forkChild(Effect.flip(askedWith(Fake.never)))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* Fiber.join(asking), { _tag: "SumUpError", reason: "timeout" })
    }))

  it.effect("waits for an answer that is late", () =>
    Effect.gen(function*() {
      const fake = yield* FakeSumUp
      const asking = yield* Effect.forkChild(askedWith(Fake.late(Fake.paid(twelveFifty))))
      yield* TestClock.adjust("5 seconds")
      yield* fake.release
      assert.deepInclude(yield* Fiber.join(asking), { status: "successful" })
      yield* fake.hold
    }))

  it.effect("gets access with the refresh token and learns of a new one", () =>
    Effect.gen(function*() {
      const { book } = yield* FakeSumUp
      const { renew } = yield* CardAccessProvider
      book.answerTokens(Fake.access(600), Fake.rotated(1200), Fake.unauthorized, Fake.text(200, `{"access_token":""}`))
      const now = yield* DateTime.now
      const first = yield* renew(credentials("r1"))
      assert.match(Redacted.value(first.access.token), /^access-\d+$/)
      assert.deepStrictEqual(first.access.expiresAt, DateTime.add(now, { minutes: 10 }))
      assert.strictEqual(Redacted.value(first.refreshToken), "r1")
      assert.deepStrictEqual(book.asked.at(-1), {
        call: "token",
        clientId: "app",
        clientSecret: "app secret",
        refreshToken: "r1"
      })
      const second = yield* renew(credentials("r1"))
      assert.strictEqual(Redacted.value(second.refreshToken), book.validRefreshToken)
      assert.strictEqual((yield* Effect.flip(renew(credentials("r1")))).reason, "refused")
      assert.strictEqual((yield* Effect.flip(renew(credentials("r1")))).reason, "unreadable")
    }))
})
