import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { BookingJournal } from "../../support/BookingJournal.ts"
import { startLoad, type Surroundings } from "../../support/BookingLoad.ts"
import { TestDatabase } from "../../support/database.ts"
import { type Fault, faultProxy } from "../../support/FaultProxy.ts"
import { Festival } from "../../support/Festival.ts"
import { isClean, settled, summary, together, type Verdict } from "../../support/JournalCheck.ts"
import { servedFestival, startServer } from "../../support/Servers.ts"
import { counted, rounds, tell } from "../../support/Torture.ts"
import { surroundingsAt } from "./Surroundings.ts"

/** More rounds find more. */
const count = Number(process.env.NETWORK_ROUNDS ?? 1)

/** Faults of a round. */
const faultsEach = 200

const clients = 32

/** Terminals of real life wait longer. A short time lets more calls be given up while they are carried out. */
const patienceMillis = 800

const kinds: ReadonlyArray<Fault> = [
  "refuse",
  "reset",
  "blackhole",
  "cut answer",
  "half answer",
  "half-open",
  "delay",
  "trickle"
]

/**
 * Lets terminals book over a bad network until it has done a number of faults. The server ends with that: nothing is under way any more
 * of the calls that terminals gave up.
 */
const bookedThrough = Effect.fnUntraced(function*(surroundings: Surroundings, met: Map<Fault, number>) {
  const { serverUrl } = yield* TestDatabase
  const { hostname: host, port } = new URL(yield* startServer(serverUrl))
  const network = yield* faultProxy({ target: { host, port: Number(port) }, perRequest: true })
  const journal = new BookingJournal(patienceMillis)
  const enough = Promise.withResolvers<void>()
  let faults = 0
  network.arrivals(() => {
    if (faults === faultsEach) enough.resolve()
    if (faults === faultsEach || Math.random() < 0.5) return "none"
    const fault = kinds[faults++ % kinds.length]!
    met.set(fault, (met.get(fault) ?? 0) + 1)
    return fault
  })
  const through = { ...surroundings, addresses: [`http://127.0.0.1:${network.port}/api/terminal`] }
  const stop = startLoad(through, journal, clients)
  yield* Effect.promise(() => enough.promise)
  yield* Effect.promise(stop)
  return journal
}, Effect.scoped)

layer(servedFestival, { excludeTestServices: true })("a bad network between terminals and the server", (it) => {
  it.effect("loses no booking and books none twice, as terminals send until they are answered", () =>
    Effect.gen(function*() {
      const { address } = yield* Festival
      const { url } = yield* TestDatabase
      const surroundings = yield* surroundingsAt()
      const met = new Map<Fault, number>()
      const verdicts: Array<Verdict> = []
      let silences = 0
      for (const _ of rounds(count)) {
        const journal = yield* bookedThrough(surroundings, met)
        silences += journal.silences
        verdicts.push(yield* Effect.promise(() => settled(url, `${address}/terminal`, journal)))
      }
      const faults = verdicts.length * faultsEach
      const verdict = together(verdicts)
      tell(
        `${counted(faults)} faults between terminals and server, ${counted(silences)} calls unanswered, ${
          summary(verdict)
        }`
      )
      isClean(verdict)
      for (const kind of kinds) assert.isAbove(met.get(kind) ?? 0, 0, kind)
      assert.isAbove(silences, faults / 2)
    }))
})
