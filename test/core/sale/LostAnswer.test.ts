import { assert, layer } from "@effect/vitest"
import { Books } from "@wristbank/core/journal/Books"
import { Bookings } from "@wristbank/core/sale/Bookings"
import { CancelLoad } from "@wristbank/core/sale/CancelLoad"
import { Cancels } from "@wristbank/core/sale/Cancels"
import { Effect, Layer } from "effect"
import { bare } from "../../support/bare.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"
import { done } from "../../support/FestivalServer.ts"
import { bookingCall } from "./bookingCall.ts"

/**
 * Books that lose the connection to the database after every commit, before its answer: entries of many tills that shared the
 * statement are stored again then, each alone.
 */
const losingAnswers = Layer.effect(
  Books,
  Books.useSync((books) => ({
    ...books,
    store: (entry) => Effect.andThen(books.storeAll([entry]), books.storeNow(entry))
  }))
)

const cancelsLosingAnswers = bare(Cancels).pipe(
  Layer.provide(CancelLoad.layer),
  Layer.provide(bare(Bookings)),
  Layer.provide(losingAnswers)
)

layer(Festival.layer, { excludeTestServices: true })("a cancel that was stored and whose answer was lost", (it) => {
  it.effect("is not refused as cancelled before when it is stored again, and books nothing when it is sent again", () =>
    Effect.gen(function*() {
      const { bar, event, guest, has, press } = yield* Festival
      const buyer = yield* guest({ balance: 100 })
      const order = done(yield* bar.post("/order/book-sale", sale([press("deposit")], buyer))).body
      assert.deepStrictEqual(yield* has(buyer), { balance: 98, vouchers: 0 })
      const { atTill } = yield* Effect.provideContext(Cancels, yield* Layer.build(Layer.fresh(cancelsLosingAnswers)))
      const terminal = yield* bookingCall(event, bar)
      yield* atTill(terminal, BigInt(Number(order.id)))
      assert.deepStrictEqual(yield* has(buyer), { balance: 100, vouchers: 0 })
      yield* untouched(atTill(terminal, BigInt(Number(order.id))))
      assert.deepStrictEqual(yield* has(buyer), { balance: 100, vouchers: 0 })
    }).pipe(Effect.scoped))
})
