import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { ProviderUpdates } from "@wristbank/core/card/ProviderUpdates"
import { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { begun, checked, create, orderOf, payer, pays, shop, withCheckouts } from "../../support/FestivalCheckouts.ts"
import { refused } from "../../support/FestivalLedger.ts"
import {
  cents,
  paymentOf,
  paymentStateOf,
  provider,
  shownOf,
  sound,
  sweepAfter
} from "../../support/FestivalPayments.ts"
import { settle, unsettled } from "../../support/FestivalSettlements.ts"

/** A top-up that was paid with another amount. */
const mischarged = Effect.gen(function*() {
  const anna = yield* payer()
  const { uuid } = yield* begun(anna, 30)
  yield* pays(uuid, { amount: cents(3) })
  assert.strictEqual(yield* checked(anna, uuid), "PENDING")
  return { anna, uuid }
})

layer(withCheckouts, { excludeTestServices: true })("a top-up on the web that is held", (it) => {
  it.effect("is listed without cashier, and booked by an operator as of now", () =>
    Effect.gen(function*() {
      const { has, moved } = yield* Festival
      const { anna, uuid } = yield* mischarged
      assert.deepInclude(yield* shownOf(uuid), {
        cashier_id: null,
        till_name: "Virtual Till",
        problem: "The card was charged 3.00 EUR instead of 30.00 EUR"
      })
      const { moved: changes } = yield* moved(settle(uuid, "book"))
      assert.deepStrictEqual(changes, { [anna.guest.label]: 30, sumup_online_entry: -30 })
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      const order = (yield* orderOf(uuid))!
      assert.isAbove(order.booked_at, (yield* paymentOf(uuid)).created_at.epochMilliseconds)
      assert.strictEqual(refusalName(yield* unsettled(uuid, "book")), "order.payment_settled")
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 30, vouchers: 0 })
      yield* sound
    }))

  it.effect("is dismissed for good, and its room is free", () =>
    Effect.gen(function*() {
      const { anna, uuid } = yield* mischarged
      yield* refused(create(anna, 121), "order.maximum_exceeded")
      yield* settle(uuid, "dismiss")
      assert.strictEqual(yield* checked(anna, uuid), "FAILED")
      yield* begun(anna, 150)
      yield* sound
    }))

  it.effect("keeps its event from being archived while it waits", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      yield* begun(yield* payer(), 30)
      const answer = yield* admin("POST", `/tree/nodes/${event}/archive-node`)
      assert.strictEqual(answer.status, 400)
      assert.include(answer.text, "pending_card_orders")
    }))
})

layer(withCheckouts, { excludeTestServices: true })("what the provider does later", (it) => {
  it.effect("to a booked payment is shown to operators once, until they acknowledge it", () =>
    Effect.gen(function*() {
      const { event, has } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const anna = yield* payer()
      const { uuid } = yield* begun(anna, 30)
      const news = { refunded: cents(5), chargedBack: cents(25) }
      const note = (more = {}) => ProviderUpdates.use((cards) => cards.note(BigInt(event), uuid, { ...news, ...more }))
      assert.isFalse(yield* note())
      yield* pays(uuid)
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      assert.isFalse(yield* note({ refunded: cents(0), chargedBack: cents(0) }))
      assert.isTrue(yield* note())
      assert.isFalse(yield* note())
      assert.strictEqual(
        (yield* shownOf(uuid))?.problem,
        "Booked, but of the card payment 5.00 EUR were refunded and 25.00 EUR were charged back"
      )
      const entries = yield* sql`select content->>'charged_back' as back from audit_log
        where log_type = 'card_payment_reversed' and content->>'order_uuid' = ${uuid}`
      assert.deepStrictEqual(entries, [{ back: "25" }])
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      yield* settle(uuid, "acknowledge")
      assert.isFalse(yield* note({ refunded: cents(6) }))
      assert.isUndefined(yield* shownOf(uuid))
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 30, vouchers: 0 })
      yield* sound
    }))

  it.effect("not letting a checkout be ended keeps its order open, with its room", () =>
    Effect.gen(function*() {
      const anna = yield* payer(120)
      const { uuid } = yield* begun(anna, 30)
      ;(yield* shop).fail("deactivate", { answer: Fake.broken, done: false })
      yield* sweepAfter(87_000)
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
      yield* refused(create(anna, 30), "order.maximum_exceeded")
      yield* sweepAfter(87_500)
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled expired")
    }))

  it.effect("with an order that no one asked about any more is booked when it comes to light", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const anna = yield* payer()
      const { uuid } = yield* begun(anna, 30)
      yield* sweepAfter(86_700)
      yield* sweepAfter(87_500)
      assert.isNull((yield* paymentOf(uuid)).next_check)
      ;(yield* shop).find(uuid)!.status = "PENDING"
      yield* pays(uuid)
      yield* sweepAfter(90_000)
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled expired")
      const recheck = ProviderUpdates.use((cards) => cards.recheck(BigInt(event), uuid))
      assert.isTrue(yield* recheck)
      yield* sweepAfter(1)
      assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
      assert.isFalse(yield* recheck)
      yield* sound
    }))

  it.effect("to one order does not keep others waiting, and is not lost", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const book = yield* provider
      const [anna, bert, carla] = [yield* payer(), yield* payer(), yield* payer()]
      const [first, second, third] = [yield* begun(anna, 10), yield* begun(bert, 10), yield* begun(carla, 10)]
      for (const { uuid } of [first, second, third]) yield* pays(uuid)
      yield* sql`update card_payment set content = '{}' where uuid = ${first.uuid}::uuid`
      book.shop.find(second.id)!.status = "ON_HOLD" as never
      yield* sweepAfter(25)
      assert.deepStrictEqual(yield* Effect.all([first, second, third].map(({ uuid }) => paymentStateOf(uuid))), [
        "pending unverified",
        "pending unverified",
        "booked verified"
      ])
      assert.match((yield* shownOf(first.uuid))?.problem ?? "", /could not be looked at/)
      book.shop.find(second.id)!.status = "PAID"
      yield* sweepAfter(60)
      assert.strictEqual(yield* paymentStateOf(second.uuid), "booked verified")
      yield* settle(first.uuid, "dismiss")
      yield* sound
    }))

  it.effect("is asked for in its turn: after 20 seconds, and then ever less often", () =>
    Effect.gen(function*() {
      const book = yield* provider
      const { id, uuid } = yield* begun(yield* payer(), 10)
      const { created_at } = yield* paymentOf(uuid)
      const asked: Array<number> = []
      for (let seconds = 0; seconds <= 700; seconds += 5) {
        const before = book.calls("read", id)
        yield* PendingOrderSweeps.use(({ sweep }) => sweep(DateTime.add(created_at, { seconds })))
        if (book.calls("read", id) > before) asked.push(seconds)
      }
      // 20, then 2, 5, 12, 30, 75, 188 and 300 seconds later, each with the next sweep
      assert.deepStrictEqual(asked, [20, 25, 30, 45, 75, 150, 340, 640])
    }))
})
