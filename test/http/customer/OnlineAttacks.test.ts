import { assert, layer } from "@effect/vitest"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale } from "../../support/Festival.ts"
import {
  begun,
  checked,
  create,
  onTheWeb,
  orderOf,
  payer,
  pays,
  shop,
  withCheckouts
} from "../../support/FestivalCheckouts.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { paymentOf, paymentStateOf, shownOf, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

layer(withCheckouts, { excludeTestServices: true })("somebody who wants money for nothing", (it) => {
  it.effect("gains nothing by another merchant's payment with our reference", () =>
    Effect.gen(function*() {
      const { has } = yield* Festival
      const anna = yield* payer()
      const fake = yield* shop
      const { id, uuid } = yield* begun(anna, 30)
      // A checkout of another guest, with the reference of this order, and paid. The order looks its own checkout up by id.
      const own = fake.checkouts.find((made) => made.id === id)!
      const forged = fake.create({ ...own, checkout_reference: crypto.randomUUID() }, yield* DateTime.now)!
      fake.pay(forged.id, { merchant_code: "MTHIEF" }, yield* DateTime.now)
      Object.assign(forged, { checkout_reference: uuid, merchant_code: "MTHIEF" })
      assert.strictEqual(yield* checked(anna, uuid), "PENDING")
      yield* sweepAfter(86_700)
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled expired")
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 0, vouchers: 0 })
      yield* sound
    }))

  it.effect("gets what they pay and not what they are given back", () =>
    Effect.gen(function*() {
      const { has } = yield* Festival
      const anna = yield* payer()
      const fake = yield* shop
      const { uuid } = yield* begun(anna, 30)
      yield* pays(uuid)
      fake.giveBack(uuid, "REFUND", yield* DateTime.now)
      assert.strictEqual(yield* checked(anna, uuid), "PENDING")
      assert.strictEqual(yield* paymentStateOf(uuid), "pending mismatch")
      assert.match((yield* shownOf(uuid))?.problem ?? "", /given back/)
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 0, vouchers: 0 })
      yield* sound
    }))

  it.effect("pays two checkouts at once and asks for both at once: each is booked once", () =>
    Effect.gen(function*() {
      const { bar, has, press } = yield* Festival
      const anna = yield* payer(20)
      const made = yield* Effect.all([begun(anna, 60), begun(anna, 70)], { concurrency: 2 })
      for (const { uuid } of made) yield* pays(uuid)
      const asking = made.flatMap(({ uuid }) => [checked(anna, uuid), checked(anna, uuid)])
      const selling = Effect.as(bar.post("/order/book-sale", sale([press("beer")], anna.guest)), "PAID")
      yield* Effect.all([...asking, Effect.as(sweepAfter(25), "PAID"), selling], { concurrency: 6 })
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 145, vouchers: 0 })
      yield* sound
    }))
})

layer(withCheckouts, { excludeTestServices: true })("while a top-up on the web is open", (it) => {
  it.effect("its event keeps its currency, even before anything is booked", () =>
    Effect.gen(function*() {
      const { event, has } = yield* Festival
      const { configure } = yield* FestivalPortal
      const sql = yield* SqlClient.SqlClient
      const anna = yield* payer()
      const { uuid } = yield* begun(anna, 30)
      yield* Effect.exit(configure({ ...onTheWeb, currency_identifier: "CHF" }))
      const kept = sql`select settings->>'currency_identifier' as currency from event where event_id = ${event}`
      assert.deepStrictEqual(yield* kept, [{ currency: "EUR" }])
      // Without any posting it is the same: open top-ups were promised in this currency.
      const unbooked = Effect.gen(function*() {
        yield* sql`set local session_replication_role = replica`
        yield* sql`delete from posting`
        return yield* Effect.fail(yield* EventRepository.use(({ hasPostings }) => hasPostings(BigInt(event))))
      })
      assert.isTrue(yield* Effect.flip(sql.withTransaction(unbooked)))
      yield* pays(uuid)
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      assert.strictEqual((yield* paymentOf(uuid)).currency, "EUR")
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 30, vouchers: 0 })
      yield* sound
    }))

  it.effect("its guest may lose the wristband: the money follows the account", () =>
    Effect.gen(function*() {
      const { office, tills } = yield* Festival
      const anna = yield* payer(5)
      const { uuid } = yield* begun(anna, 30)
      const counter = yield* tills.open()
      const clerk = yield* worker(["terminal_login", "customer_management", "can_book_orders", "node_administration"])
      done(yield* counter.post("/user/login", login(clerk)))
      const fresh = yield* tills.tag()
      done(
        yield* counter.post("/customer/switch_tag", {
          old_user_tag_pin: anna.guest.pin,
          new_user_tag_pin: fresh.pin,
          new_user_tag_uid: fresh.uid,
          comment: "lost"
        })
      )
      yield* pays(uuid)
      yield* sweepAfter(25)
      assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
      assert.deepInclude(done(yield* office("GET", `/accounts/${anna.guest.accountId}`)).body, { balance: 35 })
      yield* sound
    }))

  it.effect("its guest's session may end: no one asks with it, and the money is booked by itself", () =>
    Effect.gen(function*() {
      const anna = yield* payer()
      const sql = yield* SqlClient.SqlClient
      const { uuid } = yield* begun(anna, 30)
      yield* sql`update customer_session set expires_at = now() - interval '1 second'`
      for (const path of ["check", "cancel"]) {
        assert.strictEqual((yield* anna.call("POST", `/sumup/${path}-checkout`, { order_uuid: uuid })).status, 401)
      }
      assert.strictEqual((yield* create(anna, 1)).status, 401)
      yield* pays(uuid)
      yield* sweepAfter(25)
      assert.isDefined(yield* orderOf(uuid))
      yield* sound
    }))

  it.effect("the answers of its provider may come too late for its guest, and nothing is booked twice", () =>
    Effect.gen(function*() {
      const { has } = yield* Festival
      const anna = yield* payer(120)
      const fake = yield* shop
      const { uuid } = yield* begun(anna, 30)
      yield* pays(uuid)
      fake.fail("read", { answer: Fake.broken, done: true }, { answer: Fake.text(200, "{}"), done: true })
      assert.strictEqual(yield* checked(anna, uuid), "PENDING")
      assert.strictEqual(yield* checked(anna, uuid), "PENDING")
      yield* refused(create(anna, 1), "order.maximum_exceeded")
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 150, vouchers: 0 })
      yield* sound
    }))
})
