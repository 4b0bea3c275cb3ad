import { assert, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { Books } from "@wristbank/core/journal/Books"
import { cardEntry } from "@wristbank/core/sale/CardEntry"
import { PendingOrder } from "@wristbank/core/sale/PendingOrder"
import { PendingOrderRepository } from "@wristbank/core/sale/PendingOrderRepository"
import { decodePrepared } from "@wristbank/core/sale/PreparedOrder"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { paymentOf, paymentStateOf, registered, sound, withCards } from "../../support/FestivalPayments.ts"

layer(withCards, { excludeTestServices: true })("a card payment", (it) => {
  it.effect("that was registered is not overwritten by a booking that was decided before", () =>
    Effect.gen(function*() {
      const { event, has } = yield* Festival
      const { payer, uuid } = yield* registered()
      const order = yield* paymentOf(uuid)
      const configuration = yield* EventConfigurations.use(({ current }) => current(BigInt(event)))
      const prepared = decodePrepared(order.content ?? "")
      const entry = cardEntry({ configuration, limited: false, next: order, order, prepared })
      if (entry.order === null) return assert.fail("a top-up is an order")
      const { paymentEvidence: _, ...context } = entry.context
      const { outcome } = yield* Books.use(({ storeNow }) => storeNow({ ...entry, context }))
      assert.strictEqual(outcome, "exists")
      assert.strictEqual(yield* paymentStateOf(uuid), "pending unverified")
      assert.deepStrictEqual(yield* has(payer), { balance: 100, vouchers: 0 })
      assert.strictEqual((yield* Books.use(({ storeNow }) => storeNow(entry))).outcome, "booked")
      assert.deepStrictEqual(yield* has(payer), { balance: 107, vouchers: 0 })
      yield* sound
    }))

  it.effect("is registered as the configuration is, else decided anew", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const { uuid } = yield* registered()
      const known = yield* paymentOf(uuid)
      const { version } = yield* EventConfigurations.use(({ current }) => current(BigInt(event)))
      const outcomeAt = (of: bigint, order = known) =>
        PendingOrderRepository.use(({ register }) =>
          register({
            order,
            content: {},
            openings: [],
            version: of,
            userTagId: null,
            maximum: Cents.make(15_000n)
          })
        )
      const sale = new PendingOrder({ ...known, uuid: randomUUID(), order_type: "sale" })
      assert.strictEqual(yield* outcomeAt(version - 1n, sale), "stale")
      assert.strictEqual(yield* outcomeAt(version, sale), "registered")
      assert.strictEqual(yield* outcomeAt(version, sale), "exists")
      assert.strictEqual(yield* outcomeAt(version), "lost")
    }))
})
