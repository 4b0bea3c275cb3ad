import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import {
  cents,
  paymentOf,
  paymentStateOf,
  provider,
  registered,
  shownOf,
  sound,
  sweepAfter,
  timeless,
  withCards
} from "../../support/FestivalPayments.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

const paths = { register: "/order/register-pending-topup", cancel: "/order/cancel-pending-topup" }

/** The entries of the audit log about a cancelled order. */
const cancelsOf = Effect.fnUntraced(function*(uuid: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select originating_user_id::int4 as user, originating_terminal_id::int4 as terminal,
      content->>'order_type' as order_type
    from audit_log where log_type = 'pending_order_cancelled' and content->>'order_uuid' = ${uuid}`
})

layer(withCards, { excludeTestServices: true })("a registered top-up", (it) => {
  it.effect("books nothing and answers as if it were booked", () =>
    Effect.gen(function*() {
      const { bar, has } = yield* Festival
      const { answer, payer, request, uuid } = yield* registered()
      assert.deepInclude(answer.body, {
        uuid,
        payment_method: "sumup",
        amount: 7,
        customer_account_id: payer.accountId,
        old_balance: 100,
        new_balance: 107,
        cashier_id: bar.cashier.id,
        till_id: bar.id
      })
      assert.deepStrictEqual(yield* has(payer), { balance: 100, vouchers: 0 })
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
      assert.strictEqual(done(yield* untouched(bar.post(paths.register, request))).text, answer.text)
      yield* refused(bar.post(paths.register, { ...request, amount: 8 }), "AlreadyProcessed", { uuid })
    }))

  it.effect("is booked on the terminal's word while the provider says nothing final, and once", () =>
    Effect.gen(function*() {
      const { bar, has } = yield* Festival
      const book = yield* provider
      for (const answer of [Fake.pending(cents(7)), Fake.absent, Fake.broken, Fake.unauthorized, Fake.never]) {
        const { answer: prepared, payer, request, uuid } = yield* registered()
        book.answer(uuid, answer)
        const booked = done(yield* bar.post("/order/book-topup", request))
        assert.deepStrictEqual(timeless(booked.body), timeless(prepared.body))
        assert.deepStrictEqual(yield* has(payer), { balance: 107, vouchers: 0 })
        const { check_interval, status, verification } = yield* paymentOf(uuid)
        assert.deepStrictEqual([status, verification, check_interval], ["booked", "unverified", 2])
        assert.strictEqual((yield* shownOf(uuid))?.verification, "unverified")
        book.answer(uuid, Fake.paid(cents(7)))
        assert.strictEqual(done(yield* bar.post("/order/book-topup", request)).text, booked.text)
        yield* sweepAfter(3)
        assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
        assert.isUndefined(yield* shownOf(uuid))
        assert.deepStrictEqual(yield* has(payer), { balance: 107, vouchers: 0 })
      }
      yield* sound
    }))

  it.effect("is booked when the provider says that it was paid, as of that time", () =>
    Effect.gen(function*() {
      const { bar, moved } = yield* Festival
      const { answer, payer, request, uuid } = yield* registered()
      const book = yield* provider
      book.answer(uuid, Fake.paid(cents(7)))
      const { answer: booked, moved: change } = yield* moved(bar.post("/order/book-topup", request))
      assert.deepStrictEqual(timeless(done(booked).body), timeless(answer.body))
      assert.isAbove(Date.parse(String(booked.body.booked_at)), Date.parse(String(answer.body.booked_at)))
      assert.deepStrictEqual(change, { [payer.label]: 7, sumup_entry: -7 })
      const { created_at, evidence, status, verification } = yield* paymentOf(uuid)
      assert.deepStrictEqual([status, verification, evidence?.amount], ["booked", "verified", 700n])
      assert.strictEqual(DateTime.formatIso(created_at), String(answer.body.booked_at))
      assert.strictEqual(done(yield* bar.post("/order/book-topup", request)).text, booked.text)
      yield* refused(bar.post("/order/book-topup", { ...request, amount: 8 }), "AlreadyProcessed", { uuid })
      yield* refused(bar.post(paths.register, request), "AlreadyProcessed", { uuid })
    }))

  it.effect("is not booked when the provider says that no one paid", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const book = yield* provider
      for (const answer of [Fake.failed, Fake.cancelled]) {
        const { request, uuid } = yield* registered()
        book.answer(uuid, answer(cents(7)), Fake.absent)
        yield* refused(bar.post("/order/book-topup", request), "CardPaymentFailed", { uuid })
        assert.strictEqual(yield* paymentStateOf(uuid), "cancelled failed")
        yield* refused(bar.post("/order/book-topup", request), "CardPaymentFailed", { uuid })
      }
    }))

  it.effect("is held for an operator when the card was charged other money", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const book = yield* provider
      for (const [amount, currency] of [[6.99, "EUR"], [7.01, "EUR"], [7, "CHF"]] as const) {
        const { request, uuid } = yield* registered()
        book.answer(uuid, Fake.paid(cents(amount), { currency }))
        const fields = { uuid, needed: 7, paid: amount, currency }
        yield* refused(bar.post("/order/book-topup", request), "order.other_money_charged", fields)
        yield* untouched(sweepAfter(90_000))
        yield* refused(bar.post(paths.cancel, { order_uuid: uuid }), "order.other_money_charged", fields)
        assert.strictEqual(yield* paymentStateOf(uuid), "pending mismatch")
        assert.match((yield* shownOf(uuid))?.problem ?? "", /charged/)
      }
    }))

  it.effect("is held for an operator when money went back, as that may be a part of it", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const book = yield* provider
      const { request, uuid } = yield* registered()
      book.answer(uuid, Fake.refunded(cents(7), { refunded_amount: cents(2) }))
      const fields = { uuid, needed: 7, paid: 7, currency: "EUR" }
      yield* refused(bar.post("/order/book-topup", request), "order.money_went_back", fields)
      yield* refused(bar.post(paths.cancel, { order_uuid: uuid }), "order.money_went_back", fields)
      assert.strictEqual(yield* paymentStateOf(uuid), "pending mismatch")
      assert.strictEqual(
        (yield* shownOf(uuid))?.problem,
        "Of 7.00 EUR on the card, 2.00 EUR went back; the order is 7.00 EUR"
      )
    }))

  it.effect("is booked when the guest added a tip at the card reader", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const book = yield* provider
      const { request, uuid } = yield* registered()
      book.answer(uuid, Fake.paid(cents(8), { tip_amount: cents(1) }))
      done(yield* bar.post("/order/book-topup", request))
      assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
    }))

  it.effect("belongs to its till, its content and its kind", () =>
    Effect.gen(function*() {
      const { bar, press, tills } = yield* Festival
      const { request, uuid } = yield* registered()
      const other = yield* tills.open({ float: 100 })
      yield* refused(other.post("/order/book-topup", request), "order.registered_elsewhere")
      yield* refused(other.post(paths.cancel, { order_uuid: uuid }), "order.registered_elsewhere")
      yield* refused(other.post(paths.register, request), "AlreadyProcessed", { uuid })
      yield* refused(bar.post("/order/book-topup", { ...request, amount: 8 }), "order.registered_otherwise")
      yield* refused(
        bar.post("/order/book-topup", { ...request, payment_method: "cash" }),
        "order.registered_otherwise"
      )
      const goods = sale([press("beer")], null, { uuid, payment_method: "cash" })
      yield* refused(bar.post("/order/book-sale", goods), "order.registered_otherwise")
      for (const kind of ["sale", "ticket-sale"]) {
        yield* refused(
          bar.post(`/order/cancel-pending-${kind}`, { order_uuid: uuid }),
          "order.registered_as_other_type"
        )
      }
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
    }))

  it.effect("is one that could be booked, by card", () =>
    Effect.gen(function*() {
      const { bar, guest, tills } = yield* Festival
      const payer = yield* guest()
      for (const method of ["cash", "sumup_online"]) {
        yield* refused(
          bar.post(paths.register, topUp(payer, 7, { payment_method: method })),
          "order.only_cards_registered"
        )
      }
      const card = { payment_method: "sumup" }
      for (const [amount, rule] of [[0.5, "top_up_too_small"], [51, "maximum_exceeded"]] as const) {
        yield* refused(bar.post(paths.register, topUp(payer, amount, card)), `order.${rule}`)
      }
      const till = yield* tills.open({ flags: { allow_top_up: false } })
      yield* refused(till.post(paths.register, topUp(payer, 7, card)), "TillPermission", { permission: "allow_top_up" })
      const booked = topUp(payer, 7, card)
      done(yield* bar.post("/order/book-topup", booked))
      yield* refused(bar.post(paths.register, booked), "AlreadyProcessed", { uuid: booked.uuid })
    }))

  it.effect("counts against the highest balance until it is booked or cancelled", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const { payer, request, uuid } = yield* registered(10, 140)
      const second = topUp(payer, 10, { payment_method: "sumup" })
      for (const path of [paths.register, "/order/check-topup", "/order/book-topup"]) {
        yield* refused(bar.post(path, second), "order.maximum_exceeded")
      }
      yield* refused(bar.post("/order/book-topup", topUp(payer, 1)), "order.maximum_exceeded")
      yield* refused(bar.post("/order/book-sale", sale([press("deposit", -1)], payer)), "order.maximum_exceeded")
      done(yield* bar.post("/order/book-sale", sale([press("beerOnly")], payer)))
      const book = yield* provider
      book.answer(uuid, Fake.paid(cents(10)))
      done(yield* bar.post("/order/book-topup", request))
      assert.deepStrictEqual(yield* has(payer), { balance: 147, vouchers: 0 })
      const other = yield* guest({ balance: 140 })
      const answers = yield* Effect.all(
        [1, 2, 3].map(() => bar.post(paths.register, topUp(other, 10, { payment_method: "sumup" }))),
        { concurrency: 3 }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400])
    }))
})

layer(withCards, { excludeTestServices: true })("cancelling a registered top-up", (it) => {
  it.effect("ends it, once", () =>
    Effect.gen(function*() {
      const { bar, moved } = yield* Festival
      const { request, uuid } = yield* registered()
      const { answer, moved: change } = yield* moved(bar.post(paths.cancel, { order_uuid: uuid }))
      assert.strictEqual(done(answer).text, "null")
      assert.deepStrictEqual(change, {})
      const cancels = yield* cancelsOf(uuid)
      assert.deepStrictEqual(cancels, [{ user: bar.cashier.id, terminal: bar.terminalId, order_type: "top_up" }])
      for (const order_uuid of [uuid, randomUUID()]) {
        const { body, status } = yield* bar.post(paths.cancel, { order_uuid })
        assert.deepInclude<Body>({ status, ...body }, {
          status: 404,
          id: "NotFound",
          element_type: "PendingOrder",
          element_id: order_uuid
        })
      }
      yield* refused(bar.post(paths.register, request), "order.registration_cancelled")
      assert.deepStrictEqual(yield* cancelsOf(uuid), cancels)
    }))

  it.effect("books what was paid, and says so as often as it is asked", () =>
    Effect.gen(function*() {
      const { bar, has } = yield* Festival
      const { payer, uuid } = yield* registered()
      const book = yield* provider
      book.answer(uuid, Fake.paid(cents(7)))
      for (const _ of [1, 2]) {
        const { body, status } = yield* bar.post(paths.cancel, { order_uuid: uuid })
        assert.deepInclude<Body>({ status, ...body }, { status: 400, id: "CardPaymentSuccessful", uuid })
        assert.deepStrictEqual(yield* has(payer), { balance: 107, vouchers: 0 })
      }
      assert.deepStrictEqual(yield* cancelsOf(uuid), [])
      yield* sound
    }))

  it.effect("changes nothing while the provider can't be asked", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const { uuid } = yield* registered()
      const book = yield* provider
      book.answer(uuid, Fake.broken)
      yield* refused(bar.post(paths.cancel, { order_uuid: uuid }), "SumUpError", { reason: "refused" })
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
      assert.deepStrictEqual(yield* cancelsOf(uuid), [])
    }))

  it.effect("books it after all when the money comes in later", () =>
    Effect.gen(function*() {
      const { bar, has } = yield* Festival
      const book = yield* provider
      for (const late of ["worker", "terminal"]) {
        const { payer, request, uuid } = yield* registered()
        book.answer(uuid, Fake.pending(cents(7)))
        done(yield* bar.post(paths.cancel, { order_uuid: uuid }))
        assert.strictEqual(yield* paymentStateOf(uuid), "cancelled unverified")
        book.answer(uuid, Fake.paid(cents(7)))
        yield* late === "worker" ? sweepAfter(30) : Effect.asVoid(bar.post("/order/book-topup", request))
        assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
        assert.deepStrictEqual(yield* has(payer), { balance: 107, vouchers: 0 })
      }
      yield* sound
    }))
})
