import { assert, layer } from "@effect/vitest"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { Deferred, Effect } from "effect"
import { BookingJournal } from "../../support/BookingJournal.ts"
import { startLoad, type Surroundings } from "../../support/BookingLoad.ts"
import { TestDatabase } from "../../support/database.ts"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import type { Fault } from "../../support/FaultProxy.ts"
import { Festival } from "../../support/Festival.ts"
import { isClean, settled, summary, together, type Verdict } from "../../support/JournalCheck.ts"
import { servedFestival, startServer } from "../../support/Servers.ts"
import { counted, rounds, tell } from "../../support/Torture.ts"
import { surroundingsAt } from "./Surroundings.ts"

/** More rounds find more. */
const count = Number(process.env.DATABASE_ROUNDS ?? 1)

/** Faults of a round. */
const faultsEach = 16

const clients = 16

/** The longest time to an answer, in milliseconds: ten times the promised limit, as machines differ. */
const longestMillis = 25_000

const kinds: ReadonlyArray<Fault> = [
  "reset",
  "cut answer",
  "delay",
  "half answer",
  "blackhole",
  "reset",
  "half-open",
  "trickle"
]

/** Strikes one of the connections, or now and then all of them, in the middle of a statement, and again until it is enough. */
const strikes = Effect.fnUntraced(function*() {
  const { after, strike } = yield* DatabaseProxy
  const enough = yield* Deferred.make<void>()
  let faults = 0
  const again: Effect.Effect<void> = Effect.suspend(() =>
    after(5 + Math.floor(Math.random() * 40), () => {
      strike("none")
      if (faults === faultsEach) return Deferred.doneUnsafe(enough, Effect.void)
      const all = Math.random() < 0.1
      const share = Math.random()
      strike(kinds[faults++ % kinds.length]!, (nth, open) => all || nth === Math.floor(share * open))
      Effect.runSync(again)
    })
  )
  yield* again
  yield* Deferred.await(enough)
  return faults
})

/** Lets terminals book while the network to the database is bad. The server ends with that, and all that it has under way. */
const bookedThrough = Effect.fnUntraced(function*(surroundings: Surroundings) {
  const { heal, url } = yield* DatabaseProxy
  const server = yield* Effect.provideService(startServer(url), TimeoutScale, 1)
  const journal = new BookingJournal(2 * longestMillis)
  const stop = startLoad({ ...surroundings, addresses: [`${server}/terminal`] }, journal, clients)
  const faults = yield* strikes()
  yield* heal
  yield* Effect.promise(stop)
  return { faults, journal }
}, Effect.scoped)

layer(servedFestival, { excludeTestServices: true })("a bad network between the server and its database", (it) => {
  it.effect("loses no booking and books none twice, and every call is answered in time", () =>
    Effect.gen(function*() {
      const { address } = yield* Festival
      const { url } = yield* TestDatabase
      const surroundings = yield* surroundingsAt()
      const verdicts: Array<Verdict> = []
      let [faults, slowest] = [0, 0]
      for (const _ of rounds(count)) {
        const { journal, ...met } = yield* bookedThrough(surroundings)
        assert.strictEqual(journal.silences, 0)
        faults += met.faults
        slowest = Math.max(slowest, journal.slowestMillis)
        verdicts.push(yield* Effect.promise(() => settled(url, `${address}/terminal`, journal)))
      }
      const verdict = together(verdicts)
      const answers = `slowest answer ${counted(Math.round(slowest))} ms`
      tell(`${counted(faults)} faults between server and database, ${answers}, ${summary(verdict)}`)
      isClean(verdict)
      assert.isBelow(slowest, longestMillis)
    }))
})
