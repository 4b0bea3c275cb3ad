import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { tmpdir } from "node:os"
import { end, freePort, type Killable, start } from "../../cli/Killable.ts"
import { BookingJournal } from "../../support/BookingJournal.ts"
import { startLoad } from "../../support/BookingLoad.ts"
import { TestDatabase } from "../../support/database.ts"
import { Festival } from "../../support/Festival.ts"
import { isClean, settled, summary, together, type Verdict } from "../../support/JournalCheck.ts"
import { loopback } from "../../support/loopback.ts"
import { secretKey } from "../../support/secrets.ts"
import { servedFestival } from "../../support/Servers.ts"
import { counted, rounds, tell } from "../../support/Torture.ts"
import { surroundingsAt } from "./Surroundings.ts"

/** More rounds find more. In each, every server is restarted once. */
const count = Number(process.env.ROLLING_ROUNDS ?? 1)

const serverCount = Number(process.env.ROLLING_SERVERS ?? 2)

/** Bookings between two restarts. */
const between = Number(process.env.ROLLING_BOOKINGS ?? 40)

const clients = 24

const environment = (databaseUrl: string) => ({
  ...loopback,
  DATABASE_URL: databaseUrl,
  WRISTBANK_SECRET_KEY: secretKey
})

layer(servedFestival, { excludeTestServices: true })("servers that are restarted one after the other", (it) => {
  it.effect("book every order once, whichever of them gets it", () =>
    Effect.gen(function*() {
      const { address } = yield* Festival
      const { serverUrl, url } = yield* TestDatabase
      const ports = yield* Effect.promise(() => Promise.all(Array.from({ length: serverCount }, freePort)))
      const running = new Map<number, Killable>()
      const serve = async (port: number) => {
        const args = ["serve", "--host", "127.0.0.1", "--port", String(port)]
        running.set(port, await start(args, { cwd: tmpdir(), environment: environment(Redacted.value(serverUrl)) }))
      }
      yield* Effect.addFinalizer(() =>
        Effect.promise(() => Promise.all(Array.from(running.values(), (server) => end(server, "SIGKILL"))))
      )
      yield* Effect.promise(() => Promise.all(ports.map(serve)))
      const surroundings = yield* surroundingsAt(...ports.map((port) => `http://127.0.0.1:${port}/api/terminal`))
      const verdicts: Array<Verdict> = []
      let [restarts, silences] = [0, 0]
      for (const _ of rounds(count)) {
        const journal = new BookingJournal(30_000)
        const stop = startLoad(surroundings, journal, clients)
        for (const port of ports) {
          yield* Effect.promise(() => journal.moreBooked(between))
          assert.strictEqual(yield* Effect.promise(() => end(running.get(port)!, "SIGTERM")), 0)
          yield* Effect.promise(() => serve(port))
          restarts++
        }
        yield* Effect.promise(() => journal.moreBooked(between))
        yield* Effect.promise(stop)
        silences += journal.silences
        verdicts.push(yield* Effect.promise(() => settled(url, `${address}/terminal`, journal)))
      }
      const verdict = together(verdicts)
      const calls = `${counted(silences)} calls sent to a server that was away and answered by another`
      tell(`${counted(restarts, "restart")} of ${serverCount} servers, ${calls}, ${summary(verdict)}`)
      isClean(verdict)
    }).pipe(Effect.scoped))
})
