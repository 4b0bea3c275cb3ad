import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { BookingJournal } from "../../support/BookingJournal.ts"
import { startLoad, type Surroundings } from "../../support/BookingLoad.ts"
import { TestDatabase } from "../../support/database.ts"
import { type Fault, faultProxy } from "../../support/FaultProxy.ts"
import { Festival } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"
import { isClean, settled, summary, together, type Verdict } from "../../support/JournalCheck.ts"
import { servedFestival, startServer } from "../../support/Servers.ts"
import { counted, rounds, tell } from "../../support/Torture.ts"
import { surroundingsAt } from "./Surroundings.ts"

/** More rounds find more. */
const count = Number(process.env.OFFLINE_ROUNDS ?? 1)

/** Requests that pass before the network fails, and those that meet it failing, before it is gone. */
const passing = 60
const failing = 120

const clients = 16

const failures: ReadonlyArray<Fault> = ["cut answer", "half answer", "reset"]

/** Gives goods other names, and lets buttons sell other goods, at other prices. */
const newerConfiguration = Effect.fnUntraced(function*(version: number) {
  const { buttons, office, productBody, products } = yield* Festival
  for (const name of ["beer", "crate", "deposit"] as const) {
    done(yield* office("POST", `/products/${products[name]}`, productBody(name, { name: `${name} ${version}` })))
  }
  const [beer, crate] = version % 2 === 0 ? ["large", "food"] as const : ["beer", "crate"] as const
  for (const [name, good] of [["beer", beer], ["crate", crate]] as const) {
    const product_ids = [products[good], products.deposit]
    done(yield* office("POST", `/till-buttons/${buttons[name]}`, { name: `${name} ${version}`, product_ids }))
  }
})

/** Lets terminals book over a network that loses more and more, and is gone in the end. */
const bookedUntilGone = Effect.fnUntraced(function*(address: string, surroundings: Surroundings) {
  const { hostname: host, port } = new URL(address)
  const network = yield* faultProxy({ target: { host, port: Number(port) }, perRequest: true })
  const isGone = Promise.withResolvers<void>()
  let requests = 0
  network.arrivals(() => {
    requests++
    if (requests <= passing) return "none"
    if (requests <= passing + failing) return failures[requests % failures.length]!
    isGone.resolve()
    return "refuse"
  })
  const journal = new BookingJournal()
  const through = { ...surroundings, addresses: [`http://127.0.0.1:${network.port}/api/terminal`] }
  const stop = startLoad(through, journal, clients)
  yield* Effect.promise(() => isGone.promise)
  yield* Effect.promise(stop)
  return journal
})

layer(servedFestival, { excludeTestServices: true })("a terminal that was offline", (it) => {
  it.effect("gets the receipts of that time when it sends again, from a server that was started since", () =>
    Effect.gen(function*() {
      const { serverUrl, url } = yield* TestDatabase
      const surroundings = yield* surroundingsAt()
      const verdicts: Array<Verdict> = []
      let unanswered = 0
      for (const round of rounds(count)) {
        const journal = yield* Effect.scoped(
          Effect.flatMap(startServer(serverUrl), (address) => bookedUntilGone(address, surroundings))
        )
        unanswered += journal.entries.filter(({ answers }) => answers.length === 0).length
        yield* newerConfiguration(round)
        verdicts.push(
          yield* Effect.scoped(Effect.flatMap(
            startServer(serverUrl),
            (address) => Effect.promise(() => settled(url, `${address}/terminal`, journal))
          ))
        )
      }
      const verdict = together(verdicts)
      tell(`${counted(unanswered)} calls answered after a restart and a change of prices, ${summary(verdict)}`)
      isClean(verdict)
      assert.isAbove(unanswered, 0)
    }))
})
