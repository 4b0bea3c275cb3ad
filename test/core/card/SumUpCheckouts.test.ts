import { assert, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { CardProvider } from "@wristbank/core/card/CardProvider"
import type { HistoryRequest } from "@wristbank/core/card/CardTransaction"
import * as SumUp from "@wristbank/core/card/SumUp"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { DateTime, Effect, Layer, Logger, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { randomUUID } from "node:crypto"
import { configurationLayer } from "../../support/cardProvider.ts"

const client = SumUp.layer.pipe(
  Layer.provide(FetchHttpClient.layer),
  Layer.provideMerge(configurationLayer),
  Layer.provideMerge(Logger.layer([]))
)

const merchant = { apiKey: Redacted.make("sup_sk_secret"), merchantCode: "M 1/2", currency: "EUR" }

const thirty = Cents.make(3000n)

const validUntil = DateTime.makeUnsafe("2099-01-01T00:00:00.000Z")

const wanted = () => ({ reference: randomUUID(), amount: thirty, description: "Festival Online TopUp", validUntil })

const shopOf = Effect.map(FakeSumUp, ({ book }) => {
  book.reset()
  return book
})

const wholeHistory: HistoryRequest = { from: null, to: null, limit: 2, cursor: null }

layer(client, { excludeTestServices: true })("checkouts at the card provider", (it) => {
  it.effect("are made with all that makes them ours, and end by themselves", () =>
    Effect.gen(function*() {
      const book = yield* shopOf
      const provider = yield* CardProvider
      const checkout = wanted()
      const made = yield* provider.createCheckout(merchant, { ...checkout, amount: Cents.make(29n) })
      assert.deepInclude(book.shop.find(made.id), {
        checkout_reference: checkout.reference,
        amount: Cents.make(29n),
        currency: "EUR",
        merchant_code: "M 1/2",
        description: "Festival Online TopUp",
        valid_until: validUntil
      })
      assert.deepInclude(made, { reference: checkout.reference, status: "pending", merchantCode: "M 1/2" })
      assert.deepStrictEqual(book.seenTokens, ["sup_sk_secret"])
    }))

  it.effect("are found by id and by reference, with their payment", () =>
    Effect.gen(function*() {
      const { shop } = yield* shopOf
      const provider = yield* CardProvider
      const { reference } = yield* provider.createCheckout(merchant, wanted())
      shop.pay(reference!, { status: "FAILED" }, yield* DateTime.now)
      assert.strictEqual((yield* provider.checkoutOf(merchant, reference!))?.status, "failed")
      const movement = shop.pay(reference!, {}, yield* DateTime.now)!
      const found = yield* provider.checkoutOf(merchant, reference!)
      assert.deepInclude(found, {
        status: "paid",
        transactionId: movement.id,
        transactionCode: movement.transaction_code
      })
      assert.deepStrictEqual(found?.transactions.map(({ status }) => status), ["failed", "successful"])
      assert.deepStrictEqual(yield* provider.checkout(merchant, found!.id), found)
      assert.isNull(yield* provider.checkout(merchant, randomUUID()))
      assert.isNull(yield* provider.checkoutOf(merchant, randomUUID()))
    }))

  it.effect("are deactivated once, and never when they are paid", () =>
    Effect.gen(function*() {
      const { shop } = yield* shopOf
      const provider = yield* CardProvider
      const open = yield* provider.createCheckout(merchant, wanted())
      const paid = yield* provider.createCheckout(merchant, wanted())
      shop.pay(paid.id, {}, yield* DateTime.now)
      assert.strictEqual(yield* provider.deactivate(merchant, open.id), "deactivated")
      assert.strictEqual((yield* provider.checkout(merchant, open.id))?.status, "expired")
      assert.strictEqual(yield* provider.deactivate(merchant, open.id), "processed")
      assert.strictEqual(yield* provider.deactivate(merchant, paid.id), "processed")
      assert.strictEqual(yield* provider.deactivate(merchant, randomUUID()), "absent")
      assert.isUndefined(shop.pay(open.id, {}, yield* DateTime.now))
    }))

  it.effect("can't be made twice, and an answer that is lost leaves one to be found", () =>
    Effect.gen(function*() {
      const { shop } = yield* shopOf
      const provider = yield* CardProvider
      const checkout = wanted()
      shop.fail("create", { answer: Fake.broken, done: true })
      assert.strictEqual((yield* Effect.flip(provider.createCheckout(merchant, checkout))).reason, "refused")
      assert.strictEqual((yield* Effect.flip(provider.createCheckout(merchant, checkout))).reason, "refused")
      assert.strictEqual((yield* provider.checkoutOf(merchant, checkout.reference))?.amount, thirty)
      assert.lengthOf(shop.checkouts, 1)
    }))

  it.effect("of a status that no one knows yet are read, those of another reference or id are not", () =>
    Effect.gen(function*() {
      const { shop } = yield* shopOf
      const provider = yield* CardProvider
      const row = (fields: string) => `{"id":"c1","amount":30,"currency":"EUR","status":"ON_HOLD"${fields}}`
      shop.fail("read", { answer: Fake.text(200, row("")), done: false })
      assert.deepInclude(yield* provider.checkout(merchant, "c1"), { status: "unknown", reference: null })
      // Every object of the language has this name.
      shop.fail("read", { answer: Fake.text(200, row("").replace("ON_HOLD", "constructor")), done: false })
      assert.strictEqual((yield* provider.checkout(merchant, "c1"))?.status, "unknown")
      const garbled = [
        row(`,"x":1`).replace("c1", "c2"),
        row("").replace("30", "30.001"),
        row("").replace("30", `"30"`),
        "[]",
        "{"
      ]
      for (const body of garbled) {
        shop.fail("read", { answer: Fake.text(200, body), done: false })
        assert.strictEqual((yield* Effect.flip(provider.checkout(merchant, "c1"))).reason, "unreadable", body)
      }
      const uuid = randomUUID()
      const mine = row(`,"checkout_reference":"${uuid}"`)
      for (const body of [`[${row("")}]`, `[${mine},${mine}]`, mine]) {
        shop.fail("find", { answer: Fake.text(200, body), done: false })
        assert.strictEqual((yield* Effect.flip(provider.checkoutOf(merchant, uuid))).reason, "unreadable", body)
      }
    }))

  it.effect("are listed whatever strange ones of others are among them", () =>
    Effect.gen(function*() {
      const { shop } = yield* shopOf
      const provider = yield* CardProvider
      const { id } = yield* provider.createCheckout(merchant, wanted())
      shop.foreign.checkouts = [
        { id: "theirs", checkout_reference: "Table 7", amount: 5, currency: "EUR", status: "EXPIRED" },
        { id: "odd", amount: "five" },
        null
      ]
      const { checkouts, unreadable } = yield* provider.checkouts(merchant)
      assert.deepStrictEqual(checkouts.map((checkout) => checkout.id), [id, "theirs"])
      assert.deepInclude(checkouts[1], { reference: "Table 7", status: "expired", description: null, createdAt: null })
      assert.strictEqual(unreadable, 2)
    }))
})

layer(client, { excludeTestServices: true })("the page of the stand-in for the card provider", (it) => {
  it.effect("pays a checkout as its guest chooses, and gives the money back", () =>
    Effect.gen(function*() {
      const { shop } = yield* shopOf
      const { url } = yield* FakeSumUp
      const provider = yield* CardProvider
      const { id, reference } = yield* provider.createCheckout(merchant, { ...wanted(), description: "<b>&\"" })
      const visit = (path: string, method = "GET") =>
        Effect.promise(async () => {
          const response = await fetch(`${url}/pay/${path}`, { method })
          return { status: response.status, text: await response.text() }
        })
      assert.include((yield* visit(id)).text, "<p>&lt;b&gt;&amp;&quot;</p><p>PENDING</p>")
      const choices = [["decline", "FAILED"], ["pay", "PAID"], ["decline", "PAID"], ["refund", "PAID"]] as const
      for (const [choice, status] of choices) {
        assert.include((yield* visit(`${reference}/${choice}`, "POST")).text, `<p>${status}</p>`)
      }
      assert.deepStrictEqual(shop.movements.map(({ status, type }) => `${type} ${status}`), [
        "PAYMENT FAILED",
        "PAYMENT REFUNDED",
        "REFUND SUCCESSFUL"
      ])
      for (const path of ["nothing", `${id}/steal`]) assert.strictEqual((yield* visit(path)).status, 404)
    }))
})

layer(client, { excludeTestServices: true })("the history of a merchant", (it) => {
  it.effect("is read page by page, the newest first, with what went back and strange rows of others", () =>
    Effect.gen(function*() {
      const { shop } = yield* shopOf
      const provider = yield* CardProvider
      const at = (minute: number) => DateTime.makeUnsafe(`2026-07-01T12:0${minute}:00.000Z`)
      const first = wanted()
      yield* provider.createCheckout(merchant, first)
      const payment = shop.pay(first.reference, {}, at(1))!
      shop.giveBack(first.reference, "REFUND", at(2), Cents.make(500n))
      shop.giveBack(first.reference, "CHARGE_BACK", at(3))
      shop.foreign.transactions = [{ id: 7 }]
      const rows: Array<string> = []
      let unreadable = 0
      let cursor: string | null = null
      do {
        const page: Effect.Success<ReturnType<typeof provider.history>> = yield* provider.history(merchant, {
          ...wholeHistory,
          cursor
        })
        rows.push(...page.transactions.map(({ amount, status, type }) => `${type} ${amount} ${status}`))
        unreadable += page.unreadable
        cursor = page.next
      } while (cursor !== null)
      assert.deepStrictEqual(rows, ["charge_back 3000 successful", "refund 500 successful", "payment 3000 refunded"])
      assert.strictEqual(unreadable, 1)
      const part = yield* provider.history(merchant, { ...wholeHistory, from: at(2), to: at(2) })
      assert.deepStrictEqual(part.transactions.map(({ type }) => type), ["refund"])
      const found = yield* provider.transaction(merchant, payment.id)
      assert.deepInclude(found, {
        reference: first.reference,
        refundedAmount: Cents.make(3500n),
        transactionCode: payment.transaction_code
      })
      assert.isNull(yield* provider.transaction(merchant, randomUUID()))
    }))

  it.effect("follows no link to another address", () =>
    Effect.gen(function*() {
      const book = yield* shopOf
      const provider = yield* CardProvider
      const links = `[{"rel":"next","href":"https://elsewhere.example/steal?limit=2&oldest_ref=abc"}]`
      book.shop.fail("history", { answer: Fake.text(200, `{"items":[],"links":${links}}`), done: false })
      const { next } = yield* provider.history(merchant, wholeHistory)
      assert.strictEqual(next, "limit=2&oldest_ref=abc")
      yield* provider.history(merchant, { ...wholeHistory, cursor: next })
      assert.strictEqual(book.calls("history", "abc"), 1)
    }))
})
