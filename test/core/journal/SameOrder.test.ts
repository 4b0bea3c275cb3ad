import { assert, layer } from "@effect/vitest"
import { Books } from "@wristbank/core/journal/Books"
import type { JournalEntry } from "@wristbank/core/journal/JournalEntry"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Deferred, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"
import { lockWaits } from "../../support/lockWaits.ts"

const times = Array.from({ length: 12 })

layer(Festival.layer, { excludeTestServices: true })("the same order at the same moment", (it) => {
  it.effect("is booked once, no matter who pays, and every sender gets the same answer", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      for (let round = 0; round < 15; round++) {
        const anna = yield* guest({ balance: 20 })
        const calls = [
          ["/order/book-sale", sale([press("crate")], null, { payment_method: "sumup" })],
          ["/order/book-sale", sale([press("crate")], null, { payment_method: "cash" })],
          ["/order/book-sale", sale([press("beer")], anna)],
          ["/order/book-topup", topUp(anna, 5, { payment_method: "sumup" })]
        ] as const
        const sent = calls.flatMap(([path, body]) => times.map(() => Effect.map(bar.post(path, body), done)))
        const answers = yield* Effect.all(sent, { concurrency: "unbounded" })
        for (const [n, [, { uuid }]] of calls.entries()) {
          const [first, ...others] = answers.slice(n * times.length, (n + 1) * times.length)
          for (const other of others) assert.deepStrictEqual(other.body, first!.body)
          const orders = yield* sql<{ id: bigint }>`select id from ordr where uuid = ${uuid}::uuid`
          assert.lengthOf(orders, 1)
        }
      }
      assert.strictEqual((yield* Doctor.use((doctor) => doctor.diagnose(20))).count, 0)
    }))

  it.effect("with other content is booked once at most", () =>
    Effect.gen(function*() {
      const { bar, press } = yield* Festival
      for (let round = 0; round < 15; round++) {
        const order = sale([press("crate")], null, { payment_method: "sumup" })
        const sent = times.map((_, n) => bar.post("/order/book-sale", { ...order, buttons: [press("crate", n + 1)] }))
        const answers = yield* Effect.all(sent, { concurrency: "unbounded" })
        assert.lengthOf(answers.filter(({ status }) => status === 200), 1)
        const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.id)
        assert.deepStrictEqual(new Set(refusals), new Set(["AlreadyProcessed"]))
      }
    }))

  it.effect("is booked once by two servers", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const books = yield* Books
      const other = yield* Books.make
      const entry = cardSale(BigInt(event))
      const stored = yield* Deferred.make<void>()
      const blocked = yield* Deferred.make<void>()
      const [first, second] = yield* Effect.all([
        sql.withTransaction(Effect.tap(books.storeNow(entry), () =>
          Effect.andThen(Deferred.succeed(stored, undefined), Deferred.await(blocked)))),
        Effect.andThen(Deferred.await(stored), other.store(entry)),
        Effect.andThen(Deferred.await(stored), Effect.andThen(lockWaits(), Deferred.succeed(blocked, undefined)))
      ], { concurrency: "unbounded" })
      assert.deepStrictEqual([first.outcome, second.outcome], ["booked", "exists"])
    }).pipe(Effect.scoped))
})

/** A sale of 0 by card: no account of it is locked. */
const cardSale = (eventId: bigint): JournalEntry => ({
  eventId,
  version: null,
  order: {
    uuid: randomUUID(),
    orderType: "sale",
    paymentMethod: "sumup",
    customerAccountId: null,
    userTagId: null,
    cashRegisterId: null,
    cancelsOrder: null,
    lines: [],
    postings: [],
    guards: []
  },
  context: { tillId: 1n, cashierId: 1n, zNr: 1, requestHash: "", buttons: null }
})
