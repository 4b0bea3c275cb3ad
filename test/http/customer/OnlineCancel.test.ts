import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, topUp } from "../../support/Festival.ts"
import {
  begun,
  cancel,
  checked,
  create,
  orderOf,
  payer,
  pays,
  shop,
  withCheckouts
} from "../../support/FestivalCheckouts.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { cents, paymentOf, paymentStateOf, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import { done } from "../../support/FestivalServer.ts"

const amountsLogged = Effect.fnUntraced(function*(uuid: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select content->>'amount' as amount from audit_log
    where log_type = 'pending_order_cancelled' and content->>'order_uuid' = ${uuid}`
})

layer(withCheckouts, { excludeTestServices: true })("a guest who gives a top-up up", (it) => {
  it.effect("can't pay it any more, has its room again, and may say so twice", () =>
    Effect.gen(function*() {
      const anna = yield* payer(120)
      for (const failed of [false, true]) {
        const { uuid } = yield* begun(anna, 30)
        if (failed) yield* pays(uuid, { status: "FAILED" })
        yield* refused(create(anna, 1), "order.maximum_exceeded")
        const answers = yield* Effect.all([cancel(anna, uuid), cancel(anna, uuid)], { concurrency: 2 })
        for (const answer of [...answers, yield* cancel(anna, uuid)]) {
          assert.deepStrictEqual(done(answer).body, { status: "FAILED" })
        }
        assert.strictEqual((yield* shop).find(uuid)?.status, "EXPIRED")
        assert.isFalse(yield* pays(uuid))
        assert.strictEqual(yield* checked(anna, uuid), "FAILED")
        assert.deepStrictEqual(yield* amountsLogged(uuid), [{ amount: "30" }])
        yield* sweepAfter(400)
        assert.isNull((yield* paymentOf(uuid)).next_check)
        assert.isUndefined(yield* orderOf(uuid))
      }
      const { uuid } = yield* begun(anna, 30)
      yield* pays(uuid)
      assert.strictEqual(yield* checked(anna, uuid), "PAID")
      yield* sound
    }))

  it.effect("has what was paid booked instead, also when that happens meanwhile", () =>
    Effect.gen(function*() {
      const { has } = yield* Festival
      const anna = yield* payer()
      const first = yield* begun(anna, 30)
      yield* pays(first.uuid)
      const second = yield* begun(anna, 40)
      const real = yield* shop
      const { deactivate } = real
      real.deactivate = (key) => {
        real.deactivate = deactivate
        real.pay(second.id, {}, DateTime.makeUnsafe("2026-07-01T12:00:00Z"))
        return deactivate.call(real, key)
      }
      for (const { uuid } of [first, second, first]) {
        assert.deepStrictEqual(done(yield* cancel(anna, uuid)).body, { status: "PAID" })
        assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
        assert.deepStrictEqual(yield* amountsLogged(uuid), [])
      }
      assert.deepStrictEqual(yield* has(anna.guest), { balance: 70, vouchers: 0 })
      const other = yield* begun(anna, 10)
      yield* pays(other.uuid, { amount: cents(1) })
      assert.deepStrictEqual(done(yield* cancel(anna, other.uuid)).body, { status: "PENDING" })
      assert.strictEqual(yield* paymentStateOf(other.uuid), "pending mismatch")
      yield* sound
    }))

  it.effect("is refused when the provider can't be asked, and the top-up stays open", () =>
    Effect.gen(function*() {
      const anna = yield* payer()
      const fake = yield* shop
      for (const call of ["read", "deactivate"] as const) {
        const { uuid } = yield* begun(anna, 30)
        fake.fail(call, { answer: Fake.broken, done: false })
        yield* refused(cancel(anna, uuid), "SumUpError", { reason: "refused" })
        assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
        assert.deepStrictEqual(yield* amountsLogged(uuid), [])
        assert.isTrue(yield* pays(uuid))
        assert.strictEqual(yield* checked(anna, uuid), "PAID")
      }
      // The provider has deactivated the checkout, and its answer is lost. Nothing can be paid, and the next try finds that
      // out.
      const { uuid } = yield* begun(anna, 30)
      fake.fail("deactivate", { answer: Fake.broken, done: true })
      yield* refused(cancel(anna, uuid), "SumUpError", { reason: "refused" })
      assert.isFalse(yield* pays(uuid))
      assert.deepStrictEqual(done(yield* cancel(anna, uuid)).body, { status: "FAILED" })
      yield* sound
    }))

  it.effect("gives up their own order alone", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const [anna, bert] = [yield* payer(), yield* payer()]
      const { uuid } = yield* begun(anna, 10)
      const terminals = topUp(anna.guest, 5, { payment_method: "sumup" })
      done(yield* bar.post("/order/register-pending-topup", terminals))
      for (const [by, element_id] of [[bert, uuid], [anna, terminals.uuid], [anna, randomUUID()]] as const) {
        yield* refused(cancel(by, element_id), "NotFound", { element_type: "PendingOrder", element_id }, 404)
      }
      assert.strictEqual((yield* cancel(anna, "7")).status, 422)
      for (const open of [uuid, terminals.uuid]) assert.strictEqual(yield* paymentStateOf(open), "pending unverified")
    }))
})
