import { assert, layer } from "@effect/vitest"
import { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, topUp } from "../../support/Festival.ts"
import { begun, checked, create, orderOf, payer, pays, shop, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { cents, paymentOf, paymentStateOf, provider, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import { done } from "../../support/FestivalServer.ts"

layer(withCheckouts, { excludeTestServices: true })("a payment on the web", (it) => {
  it.effect("that failed may be tried again on the same checkout", () =>
    Effect.gen(function*() {
      const { has } = yield* Festival
      const anna = yield* payer(120)
      const { uuid } = yield* begun(anna, 30)
      yield* pays(uuid, { status: "FAILED" })
      assert.strictEqual(yield* checked(anna, uuid), "FAILED")
      yield* sweepAfter(25)
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
      yield* refused(create(anna, 1), "order.maximum_exceeded")
      assert.isTrue(yield* pays(uuid))
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 150, vouchers: 0 })
      yield* sound
    }))

  it.effect("of other money, or to someone else, is held and not booked", () =>
    Effect.gen(function*() {
      const wrong = [{ amount: cents(3) }, { currency: "CHF" }, { merchant_code: "MOTHER" }]
      for (const how of wrong) {
        const anna = yield* payer()
        const { uuid } = yield* begun(anna, 30)
        yield* pays(uuid, how)
        assert.strictEqual(yield* checked(anna, uuid), "PENDING")
        assert.strictEqual(yield* paymentStateOf(uuid), "pending mismatch")
        yield* sweepAfter(90_000)
        assert.strictEqual(yield* paymentStateOf(uuid), "pending mismatch")
        assert.isUndefined(yield* orderOf(uuid))
      }
      yield* sound
    }))

  it.effect("stays possible until its time is over, and then no longer", () =>
    Effect.gen(function*() {
      const anna = yield* payer()
      const { uuid } = yield* begun(anna, 30)
      const { created_at } = yield* paymentOf(uuid)
      yield* PendingOrderSweeps.use(({ sweep }) => sweep(DateTime.add(created_at, { seconds: 86_390 })))
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
      yield* sweepAfter(86_700)
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled expired")
      assert.strictEqual((yield* shop).find(uuid)?.status, "EXPIRED")
      assert.isFalse(yield* pays(uuid))
      assert.strictEqual(yield* checked(anna, uuid), "FAILED")
      yield* sweepAfter(87_500)
      assert.isNull((yield* paymentOf(uuid)).next_check)
    }))

  it.effect("that comes in as the checkout is deactivated is booked", () =>
    Effect.gen(function*() {
      const anna = yield* payer()
      const { id, uuid } = yield* begun(anna, 30)
      const { deactivate, ...rest } = yield* shop
      assert.isDefined(rest)
      const real = yield* shop
      real.deactivate = (key) => {
        real.deactivate = deactivate
        real.pay(id, {}, DateTime.makeUnsafe("2026-07-01T12:00:00Z"))
        return deactivate.call(real, key)
      }
      yield* sweepAfter(86_700)
      assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
      yield* sound
    }))

  it.effect("that comes in when the order was given up is booked after all, or held while there is no room", () =>
    Effect.gen(function*() {
      const { bar, has } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const anna = yield* payer(120)
      const { uuid } = yield* begun(anna, 30)
      yield* sweepAfter(86_700)
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled expired")
      done(yield* bar.post("/order/book-topup", topUp(anna.guest, 20)))
      // A fault of the provider: it charges a deactivated checkout.
      const checkout = (yield* shop).find(uuid)!
      checkout.status = "PENDING"
      yield* pays(uuid)
      yield* sweepAfter(87_500)
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled verified")
      assert.match((yield* paymentOf(uuid)).problem ?? "", /^Paid, but it can't be booked: the balance/)
      assert.strictEqual(yield* checked(anna, uuid), "PENDING")
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 140, vouchers: 0 })
      done(yield* bar.post("/order/book-payout", { uuid: randomUUID(), customer_tag_uid: anna.guest.uid, amount: -20 }))
      yield* sql`update card_payment set next_check = now() where uuid = ${uuid}::uuid`
      yield* sweepAfter(1)
      assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 150, vouchers: 0 })
      yield* sound
    }))

  it.effect("that the provider is slow to report is pending, and no transaction waits for it", () =>
    Effect.gen(function*() {
      const book = yield* provider
      const sql = yield* SqlClient.SqlClient
      const anna = yield* payer()
      const { id, uuid } = yield* begun(anna, 30)
      yield* pays(uuid)
      book.shop.fail("read", { answer: Fake.never, done: false })
      const asking = yield* Effect.forkChild(checked(anna, uuid))
      yield* Effect.repeat(Effect.sync(() => book.calls("read", id)), {
        until: (calls) => calls > 0,
        schedule: Schedule.spaced("10 millis")
      })
      const open = yield* sql`select query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`
      assert.deepStrictEqual(open, [])
      assert.strictEqual(yield* Fiber.join(asking), "PENDING")
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
    }))

  it.effect("is asked about once, and booked once, by however many processes", () =>
    Effect.gen(function*() {
      const { has } = yield* Festival
      const book = yield* provider
      const anna = yield* payer()
      const { id, uuid } = yield* begun(anna, 30)
      yield* pays(uuid)
      yield* Effect.all([1, 2, 3, 4].map(() => sweepAfter(25)), { concurrency: 4 })
      assert.strictEqual(book.calls("read", id), 1)
      const bert = yield* payer()
      const other = yield* begun(bert, 30)
      yield* pays(other.uuid)
      const states = yield* Effect.all(
        [
          checked(bert, other.uuid),
          checked(bert, other.uuid),
          Effect.as(sweepAfter(25), "PAID"),
          checked(bert, other.uuid)
        ],
        { concurrency: 4 }
      )
      assert.deepStrictEqual(states, ["PAID", "PAID", "PAID", "PAID"])
      assert.deepStrictEqual(yield* Effect.all([has(anna.guest), has(bert.guest)]), [
        { balance: 30, vouchers: 0 },
        { balance: 30, vouchers: 0 }
      ])
      yield* sound
    }))

  it.effect("can't be begun while the provider is away, and the next try is not in the way of it", () =>
    Effect.gen(function*() {
      const { shop: fake } = yield* provider
      const anna = yield* payer(120)
      for (const fault of [{ answer: Fake.broken, done: false }, { answer: Fake.unauthorized, done: false }]) {
        fake.fail("create", fault)
        yield* refused(create(anna, 30), "SumUpError", { reason: "refused" })
      }
      // The provider has made the checkout, and its answer is lost. It is found by its reference.
      fake.fail("create", { answer: Fake.broken, done: true })
      const { id, uuid } = yield* begun(anna, 30)
      assert.strictEqual(fake.find(uuid)?.id, id)
      yield* pays(uuid)
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
    }))
})
