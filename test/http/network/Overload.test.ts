import { assert, layer } from "@effect/vitest"
import { bookings } from "@wristbank/core/base/limits/Limits"
import { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { BookingJournal } from "../../support/BookingJournal.ts"
import { TestDatabase } from "../../support/database.ts"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { isClean, settled } from "../../support/JournalCheck.ts"
import { send } from "../../support/ServedApi.ts"
import { proxiedFestival } from "../../support/Servers.ts"
import { surroundingsAt } from "./Surroundings.ts"

/** Bookings beyond those that may be under way. */
const further = 20

const refusedSoFar = Effect.map(
  PrometheusMetrics.format(),
  (text) => Number(/^wristbank_bookings_refused (\d+)$/m.exec(text)?.[1] ?? 0)
)

layer(proxiedFestival, { excludeTestServices: true })("more bookings than a server can answer", (it) => {
  it.effect("are refused at once, while others wait for the database, and booked once when sent again", () =>
    Effect.gen(function*() {
      const { address, bar, press } = yield* Festival
      const { url } = yield* TestDatabase
      const { cut, heal, stall } = yield* DatabaseProxy
      const { guests } = yield* surroundingsAt(`${address}/terminal`)
      const journal = new BookingJournal(600_000)
      const entries = Array.from({ length: bookings.most + further }, (_, n) =>
        journal.write({
          path: "/order/book-sale",
          body: sale([press("deposit", -1)], guests[n % guests.length]!),
          token: bar.token
        }))
      const before = yield* refusedSoFar
      yield* stall
      const sent = entries.map((entry) => journal.send(`${address}/terminal`, entry))
      yield* Effect.promise(() => journal.moreUnavailable(further))
      assert.strictEqual((yield* refusedSoFar) - before, further)
      assert.strictEqual(journal.bookings + journal.silences + journal.withoutRetryAfter, 0)
      const check = { token: bar.token, body: sale([press("beer")], guests[0]!) }
      const refusals = yield* Effect.forEach(
        Array.from({ length: 4 }),
        () => send("POST", `${address}/terminal/order/check-sale`, check)
      )
      assert.deepStrictEqual(refusals.map(({ status }) => status), [503, 503, 503, 503])
      const pauses = refusals.map(({ headers }) => Number(headers.get("retry-after")))
      assert.deepStrictEqual(pauses.toSorted(), [1, 2, 3, 4])
      // What does not book is not refused.
      assert.strictEqual((yield* send("GET", `${address.replace(/\/api$/, "")}/health`)).status, 200)

      yield* cut
      yield* heal
      yield* Effect.promise(() => Promise.all(sent))
      const unanswered = entries.filter(({ answers }) => answers.length === 0)
      assert.isAtLeast(unanswered.length, further)
      yield* Effect.promise(() => Promise.all(unanswered.map((entry) => journal.insist(`${address}/terminal`, entry))))
      const verdict = yield* Effect.promise(() => settled(url, `${address}/terminal`, journal))
      isClean(verdict)
      assert.strictEqual(verdict.acknowledged, entries.length)
    }))
})
