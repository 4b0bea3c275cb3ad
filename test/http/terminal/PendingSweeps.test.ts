import { assert, layer } from "@effect/vitest"
import { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import {
  cents,
  paymentOf,
  paymentStateOf,
  provider,
  registered,
  shownOf,
  sound,
  sweepAfter,
  withCards
} from "../../support/FestivalPayments.ts"

layer(withCards, { excludeTestServices: true })("a registered top-up that nobody reports", (it) => {
  it.effect("is asked about ever less often, and given up after a day", () =>
    Effect.gen(function*() {
      const { uuid } = yield* registered()
      const book = yield* provider
      const { created_at } = yield* paymentOf(uuid)
      const sweepAt = (seconds: number) =>
        PendingOrderSweeps.use(({ sweep }) => sweep(DateTime.add(created_at, { seconds })))
      const asked: Array<number> = []
      for (let seconds = 0; seconds <= 1500; seconds += 5) {
        const before = book.askedFor(uuid)
        yield* sweepAt(seconds)
        if (book.askedFor(uuid) > before) asked.push(seconds)
      }
      // 20, then 2, 5, 12, 30, 75, 188 and 300 seconds later, each with the next sweep
      assert.deepStrictEqual(asked, [20, 25, 30, 45, 75, 150, 340, 640, 940, 1240])
      yield* sweepAt(86_390)
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
      yield* sweepAt(86_700)
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled expired")
      assert.isUndefined(yield* shownOf(uuid))
    }))

  it.effect("is booked by itself when it was paid, and given up when it failed", () =>
    Effect.gen(function*() {
      const { has } = yield* Festival
      const book = yield* provider
      const paid = yield* registered()
      const failed = yield* registered()
      book.answer(paid.uuid, Fake.text(200, "garbage"), Fake.paid(cents(7)))
      book.answer(failed.uuid, Fake.failed(cents(7)))
      yield* sweepAfter(25)
      assert.strictEqual(yield* paymentStateOf(paid.uuid), "pending unverified")
      assert.match((yield* shownOf(paid.uuid))?.problem ?? "", /can't be understood/)
      assert.strictEqual(yield* paymentStateOf(failed.uuid), "cancelled failed")
      yield* sweepAfter(60)
      assert.strictEqual(yield* paymentStateOf(paid.uuid), "booked verified")
      assert.deepStrictEqual(yield* has(paid.payer), { balance: 107, vouchers: 0 })
      assert.deepStrictEqual(yield* has(failed.payer), { balance: 100, vouchers: 0 })
      yield* sound
    }))

  it.effect("is asked about once by however many processes", () =>
    Effect.gen(function*() {
      const book = yield* provider
      const waiting = [yield* registered(), yield* registered(), yield* registered()]
      yield* Effect.all([1, 2, 3, 4].map(() => sweepAfter(25)), { concurrency: 4 })
      assert.deepStrictEqual(waiting.map(({ uuid }) => book.askedFor(uuid)), [1, 1, 1])
    }))

  it.effect("does not hold up others when it can't be read, and is not lost", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const book = yield* provider
      const broken = yield* registered()
      const sane = yield* registered()
      for (const { uuid } of [broken, sane]) book.answer(uuid, Fake.paid(cents(7)))
      const change = (content: string) =>
        sql`update card_payment set content = ${content}::jsonb where uuid = ${broken.uuid}::uuid`
      const { content } = yield* paymentOf(broken.uuid)
      yield* change("{}")
      yield* sweepAfter(25)
      assert.strictEqual(yield* paymentStateOf(sane.uuid), "booked verified")
      assert.strictEqual(yield* paymentStateOf(broken.uuid), "pending unverified")
      assert.match((yield* shownOf(broken.uuid))?.problem ?? "", /could not be looked at/)
      yield* change(content!)
      yield* sweepAfter(60)
      assert.strictEqual(yield* paymentStateOf(broken.uuid), "booked verified")
      yield* sound
    }))
})
