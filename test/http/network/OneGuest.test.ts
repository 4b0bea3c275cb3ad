import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { bookedAnswer, BookingJournal } from "../../support/BookingJournal.ts"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"
import { accountAnomalies } from "../../support/JournalHistory.ts"
import { proxiedFestival } from "../../support/Servers.ts"
import { counted, rounds, tell } from "../../support/Torture.ts"
import { watched } from "../parallel/Rush.ts"

/** More rounds find more. */
const count = Number(process.env.TAP_ROUNDS ?? 2)

const tillCount = 64

/** Price of the goods, in cents. */
const price = 200

const lastOrder = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ id: bigint }>`select coalesce(max(id), 0)::bigint as id from ordr`, ([last]) => last!.id)
)

layer(proxiedFestival, { excludeTestServices: true })("one guest at 64 terminals at once", (it) => {
  it.effect("buys exactly what the balance is enough for, without a deadlock", () =>
    Effect.gen(function*() {
      const { address, bar, guest, has, holdings, press, setMaximum, tills } = yield* Festival
      yield* setMaximum(1_000)
      const profileId = yield* tills.profile({})
      const open = yield* Effect.forEach(Array.from({ length: tillCount }), () => tills.open({ profileId }), {
        concurrency: 8
      })
      const buyer = yield* guest({ balance: 0 })
      let [balance, taps, accepted] = [0, 0, 0]
      const round = Effect.fnUntraced(function*() {
        // A top-up is at least 1.00.
        const added = 100 + Math.floor(Math.random() * 1.2 * tillCount * price)
        done(yield* bar.post("/order/book-topup", topUp(buyer, added / 100, { payment_method: "sumup" })))
        balance += added
        const before = yield* lastOrder
        const journal = new BookingJournal()
        const entries = open.map(({ token }) =>
          journal.write({ path: "/order/book-sale", body: sale([press("deposit")], buyer), token })
        )
        yield* Effect.promise(() => Promise.all(entries.map((entry) => journal.insist(`${address}/terminal`, entry))))
        const booked = entries.filter((entry) => bookedAnswer(entry) !== undefined).length
        assert.strictEqual(booked, Math.min(tillCount, Math.floor(balance / price)))
        balance -= booked * price
        assert.deepStrictEqual(yield* has(buyer), { balance: balance / 100, vouchers: 0 })
        assert.deepStrictEqual(yield* accountAnomalies(journal, before), [])
        taps += entries.length
        accepted += booked
      })
      yield* watched(Effect.forEach(rounds(count), round, { discard: true }))
      yield* holdings
      tell(
        `${counted(taps)} taps of one guest at ${tillCount} terminals at once, ${counted(accepted)} accepted, ` +
          "0 more or fewer than the balance allowed, 0 deadlocks"
      )
    }))
})
