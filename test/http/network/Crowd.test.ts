import { assert, layer } from "@effect/vitest"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { BookingJournal } from "../../support/BookingJournal.ts"
import { startLoad } from "../../support/BookingLoad.ts"
import { TestDatabase } from "../../support/database.ts"
import { Festival } from "../../support/Festival.ts"
import { isClean, settled, summary } from "../../support/JournalCheck.ts"
import { locked } from "../../support/lockWaits.ts"
import { servedFestival, startServer } from "../../support/Servers.ts"
import { counted, tell } from "../../support/Torture.ts"
import { surroundingsAt } from "./Surroundings.ts"

/** Terminals that book at once. */
const clients = Number(process.env.CROWD_CLIENTS ?? 24)

/** Calls of each that are answered as unavailable before the lock is released. */
const refusalsEach = Number(process.env.CROWD_REFUSALS ?? 1)

/** A terminal waits for so long after a refusal, in milliseconds, as `Retry-After` says. */
const pauseMillis = 1_000

/** The longest time to an answer, and until bookings go on, in milliseconds: ten times the promise, as machines differ. */
const longestMillis = 25_000

const millisOf = (work: () => Promise<unknown>) =>
  Effect.promise(async () => {
    const from = performance.now()
    await work()
    return Math.round(performance.now() - from)
  })

layer(servedFestival, { excludeTestServices: true })("many terminals whose bookings all wait for one lock", (it) => {
  it.effect("are told to try again in time, and go on when it is released", () =>
    Effect.gen(function*() {
      const { address, event } = yield* Festival
      const { serverUrl, url } = yield* TestDatabase
      const sql = yield* SqlClient.SqlClient
      const server = yield* Effect.provideService(startServer(serverUrl), TimeoutScale, 1)
      const surroundings = yield* surroundingsAt(`${server}/terminal`)
      const journal = new BookingJournal(2 * longestMillis)
      const stop = startLoad(surroundings, journal, clients, pauseMillis)
      yield* Effect.promise(() => journal.moreBooked(clients))
      const before = yield* millisOf(() => journal.moreBooked(clients))
      const release = yield* locked(
        sql`select id from account where event_id = ${event} and type = 'private' order by id for update`
      )
      yield* Effect.promise(() => journal.moreUnavailable(clients * refusalsEach))
      yield* release
      const after = yield* millisOf(() => journal.moreBooked(clients))
      yield* Effect.promise(stop)
      const slowest = journal.slowestMillis
      const verdict = yield* Effect.promise(() => settled(url, `${address}/terminal`, journal))
      tell(
        `${counted(clients)} terminals, ${
          counted(journal.unavailable)
        } calls answered 503 for a lock, slowest answer ` +
          `${counted(Math.round(slowest))} ms, ${counted(clients)} bookings in ${counted(before)} ms before it and ` +
          `${counted(after)} ms from its release, ${summary(verdict)}`
      )
      isClean(verdict)
      assert.strictEqual(journal.silences, 0)
      assert.isBelow(slowest, longestMillis)
      assert.isBelow(after, longestMillis)
    }).pipe(Effect.scoped))
})
