import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, topUp } from "../../support/Festival.ts"
import { cashOffice } from "../../support/FestivalCash.ts"
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
import { cents, paymentOf, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { done } from "../../support/FestivalServer.ts"

layer(withCheckouts, { excludeTestServices: true })("a top-up on the web", (it) => {
  it.effect("is begun for whole amounts that have room below the highest balance", () =>
    Effect.gen(function*() {
      const anna = yield* payer(120)
      const refusals = { top_up_not_positive: [0, -5], top_up_not_whole: [10.5, 0.01], maximum_exceeded: [31] }
      for (const [rule, amounts] of Object.entries(refusals)) {
        for (const amount of amounts) yield* refused(create(anna, amount), `order.${rule}`)
      }
      for (const amount of ["ten", null, 10.005, [30]]) {
        assert.strictEqual((yield* create(anna, amount)).status, 422, String(amount))
      }
      const { id, uuid } = yield* begun(anna, 30)
      const made = (yield* shop).find(uuid)
      assert.deepInclude(made, {
        id,
        currency: "EUR",
        merchant_code: "MFESTIVAL",
        amount: cents(30),
        status: "PENDING"
      })
      assert.match(made?.description ?? "", new RegExp(`^Festival Online TopUp [0-9A-F]+ ${uuid}$`))
      const row = yield* paymentOf(uuid)
      assert.deepInclude(row, { payment_type: "sumup_online", cashier_id: null, checkout_id: id, status: "pending" })
      assert.deepStrictEqual(made?.valid_until, row.valid_until)
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`select is_virtual from till where id = ${row.till_id}`, [{ is_virtual: true }])
    }))

  it.effect("keeps its room, whatever kind of top-up asks for more of it", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const anna = yield* payer(100)
      yield* begun(anna, 30)
      yield* refused(create(anna, 30), "order.maximum_exceeded")
      for (const method of ["cash", "sumup"]) {
        const more = topUp(anna.guest, 21, { payment_method: method })
        yield* refused(bar.post("/order/book-topup", more), "order.maximum_exceeded")
      }
      const pending = topUp(anna.guest, 15, { payment_method: "sumup" })
      done(yield* bar.post("/order/register-pending-topup", pending))
      yield* refused(create(anna, 6), "order.maximum_exceeded")
      const { uuid } = yield* begun(anna, 5)
      assert.isTrue(yield* pays(uuid))
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
    }))

  it.effect("has one taker for its room when many ask at once", () =>
    Effect.gen(function*() {
      const anna = yield* payer(120)
      const answers = yield* Effect.all(Array.from({ length: 5 }, () => create(anna, 30)), { concurrency: 5 })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400])
    }))

  it.effect("is booked when it is paid: at the virtual till, by no one, as of now", () =>
    Effect.gen(function*() {
      const { moved, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const anna = yield* payer(120)
      const { uuid } = yield* begun(anna, 30)
      // The business day goes on while the guest looks for a card.
      const { closeOut, equipped } = yield* cashOffice
      done(yield* closeOut(yield* equipped(40), 40))
      assert.strictEqual(yield* checked(anna, uuid), "PENDING")
      assert.isTrue(yield* pays(uuid))
      const before = yield* DateTime.now
      const { answer, moved: changes } = yield* moved(checked(anna, uuid))
      assert.strictEqual(answer, "PAID")
      assert.deepStrictEqual(changes, { [anna.guest.label]: 30, sumup_online_entry: -30 })
      const { created_at, till_id, z_nr } = yield* paymentOf(uuid)
      const order = (yield* orderOf(uuid))!
      assert.deepInclude(order, {
        order_type: "top_up",
        payment_method: "sumup_online",
        cashier_id: null,
        till_id,
        z_nr
      })
      assert.strictEqual(order.z_nr, 2)
      assert.isAtLeast(order.booked_at, before.epochMilliseconds)
      assert.isAbove(order.booked_at, created_at.epochMilliseconds)
      const lines = yield* sql`select line.quantity, line.total_price, line.tax_rate, product.type from line_item line
        join product on product.event_id = line.event_id and product.id = line.product_id where order_id = ${order.id}`
      assert.deepStrictEqual(lines, [{ quantity: 1, total_price: 3000n, tax_rate: 0, type: "topup" }])
      const { stats } = done(
        yield* office("GET", `/stats/payment-methods?from_timestamp=${DateTime.formatIso(before)}`)
      ).body
      assert.deepStrictEqual(stats, [{ payment_method: "sumup_online", count: 1, revenue: 30 }])
      // Asking again, by hand and by the sweep, changes nothing more.
      const again = yield* moved(Effect.andThen(checked(anna, uuid), sweepAfter(400)))
      assert.deepStrictEqual(again.moved, {})
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      yield* sound
    }))

  it.effect("that was booked by itself is shown as paid, and to its guest alone", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const [anna, bert] = [yield* payer(), yield* payer()]
      const { uuid } = yield* begun(anna, 10)
      yield* pays(uuid)
      yield* sweepAfter(25)
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      const terminals = topUp(anna.guest, 5, { payment_method: "sumup" })
      done(yield* bar.post("/order/register-pending-topup", terminals))
      const ask = (by: typeof anna, order_uuid: string) => by.call("POST", "/sumup/check-checkout", { order_uuid })
      for (const [by, element_id] of [[bert, uuid], [anna, terminals.uuid], [anna, randomUUID()]] as const) {
        yield* refused(ask(by, element_id), "NotFound", { element_type: "PendingOrder", element_id }, 404)
      }
      assert.strictEqual((yield* ask(anna, "7")).status, 422)
    }))

  it.effect("leaves its room free at once when the provider has made no checkout of it", () =>
    Effect.gen(function*() {
      const anna = yield* payer(120)
      ;(yield* shop).fail("create", { answer: Fake.broken, done: false })
      yield* refused(create(anna, 30), "SumUpError", { reason: "refused" })
      yield* begun(anna, 30)
    }))

  it.effect("needs the switches to be begun, and not to be asked for and booked", () =>
    Effect.gen(function*() {
      const { configure } = yield* FestivalPortal
      const anna = yield* payer()
      const { uuid } = yield* begun(anna, 10)
      yield* configure({ ...onTheWeb, sumup_topup_enabled: false, sumup_payment_enabled: false })
      yield* refused(create(anna, 10), "order.top_up_web_off")
      assert.strictEqual(yield* checked(anna, uuid), "PENDING")
      yield* pays(uuid)
      yield* sweepAfter(25)
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      yield* configure(onTheWeb)
      yield* begun(anna, 10)
    }))
})
