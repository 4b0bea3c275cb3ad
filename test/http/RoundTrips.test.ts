import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { DatabaseProxy } from "../support/DatabaseProxy.ts"
import { Festival, payOut, sale, topUp } from "../support/Festival.ts"
import { type Answer, done } from "../support/FestivalServer.ts"
import { proxiedFestival } from "../support/Servers.ts"

/** Runs a call until everything it needs is cached and prepared, then counts what one more costs. */
const warm = Effect.fnUntraced(function*<E, R>(call: Effect.Effect<Answer, E, R>) {
  const { counted } = yield* DatabaseProxy
  for (let n = 0; n < 3; n++) done(yield* call)
  const counts: Array<number> = []
  for (let n = 0; n < 3; n++) {
    const { answer, roundTrips } = yield* counted(call)
    done(answer)
    counts.push(roundTrips)
  }
  assert.isAbove(Math.min(...counts), 0, "a call can't do without the database")
  assert.strictEqual(Math.max(...counts), Math.min(...counts), `the same for each: ${counts.join(" ")}`)
  return counts[0]!
})

layer(proxiedFestival, { excludeTestServices: true, timeout: "30 seconds" })("round trips when warm", (it) => {
  it.effect("the counter counts what is sent", () =>
    Effect.gen(function*() {
      const { counted, url } = yield* DatabaseProxy
      const client = yield* Layer.build(PgClient.layer({ url, maxConnections: 1 })).pipe(
        Effect.map(Context.get(PgClient.PgClient))
      )
      yield* client`select 1`
      const one = yield* counted(client`select 1`)
      assert.strictEqual(one.roundTrips, 1)
      const several = yield* counted(Effect.all([client`select 1`, client`select 1`, client`select 1`]))
      assert.strictEqual(several.roundTrips, 3)
      const transaction = yield* counted(client.withTransaction(client`select 1`))
      assert.isAtLeast(transaction.roundTrips, 3)
      assert.strictEqual((yield* counted(Effect.void)).roundTrips, 0)
    }).pipe(Effect.scoped))

  it.effect("check-sale takes one, with or without a tag", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest()
      const pressed = [press("beer"), press("meal"), press("food")]
      assert.strictEqual(yield* warm(Effect.suspend(() => bar.post("/order/check-sale", sale(pressed, buyer)))), 1)
      const cash = Effect.suspend(() => bar.post("/order/check-sale", sale(pressed, null, { payment_method: "cash" })))
      assert.strictEqual(yield* warm(cash), 1)
    }))

  it.effect("book-sale takes two: one to load, one to store", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest({ balance: 150 })
      const book = Effect.suspend(() => bar.post("/order/book-sale", sale([press("beer"), press("food")], buyer)))
      assert.strictEqual(yield* warm(book), 2)
      const cash = Effect.suspend(() =>
        bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" }))
      )
      assert.strictEqual(yield* warm(cash), 2)
    }))

  it.effect("a repeated booking takes three, a refused one takes one", () =>
    Effect.gen(function*() {
      const { counted } = yield* DatabaseProxy
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest({ balance: 5 })
      const again = sale([press("deposit")], buyer)
      assert.isAtMost(yield* warm(bar.post("/order/book-sale", again)), 3)
      const refused = yield* counted(bar.post("/order/book-sale", sale([press("beer", 9)], buyer)))
      assert.strictEqual(refused.answer.body.id, "NotEnoughFunds")
      assert.strictEqual(refused.roundTrips, 1)
    }))

  it.effect("top-up and pay-out take as many as a sale", () =>
    Effect.gen(function*() {
      const { bar, guest } = yield* Festival
      const buyer = yield* guest({ balance: 20 })
      const checkTopUp = Effect.suspend(() => bar.post("/order/check-topup", topUp(buyer, 5)))
      const bookTopUp = Effect.suspend(() => bar.post("/order/book-topup", topUp(buyer, 5)))
      const checkPayOut = Effect.suspend(() => bar.post("/order/check-payout", payOut(buyer, -5)))
      const bookPayOut = Effect.suspend(() => bar.post("/order/book-payout", payOut(buyer, -5)))
      assert.deepStrictEqual(yield* Effect.forEach([checkTopUp, bookTopUp, checkPayOut, bookPayOut], warm), [
        1,
        2,
        1,
        2
      ])
    }))

  it.effect("the configuration of a terminal takes three at most", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      assert.isAtMost(yield* warm(bar.get("/config")), 3)
    }))
})
