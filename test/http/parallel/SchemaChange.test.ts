import { assert, layer } from "@effect/vitest"
import { type Migration, names, runAll } from "@wristbank/core/sql/Migrations"
import { Effect } from "effect"
import { BookingJournal } from "../../support/BookingJournal.ts"
import { startLoad } from "../../support/BookingLoad.ts"
import { connection, TestDatabase } from "../../support/database.ts"
import { Festival } from "../../support/Festival.ts"
import { isClean, settled, summary, together, type Verdict } from "../../support/JournalCheck.ts"
import { servedFestival, startServer } from "../../support/Servers.ts"
import { counted, rounds, tell } from "../../support/Torture.ts"
import { surroundingsAt } from "../network/Surroundings.ts"

/** In each round a later version changes every table that bookings use. */
const count = Number(process.env.SCHEMA_ROUNDS ?? 1)

const clients = 16

/** Bookings between two migrations. */
const between = 5

const tables = [
  "account",
  "card_payment",
  "customer",
  "event",
  "line_item",
  "ordr",
  "posting",
  "product",
  "signing_job",
  "terminal",
  "till",
  "user_tag",
  "usr"
]

const newest = Number(names.at(-1)!.slice(0, 4))

/** What migrations of a later version do: columns and an index for each table, and the functions of bookings anew. */
const later = (round: number): ReadonlyArray<Migration> => {
  const changes = tables.map((table) => [
    `alter table ${table} add column later_${round} bigint`,
    `alter table ${table} add column later_default_${round} text not null default 'later'`,
    `create index on ${table} (later_${round}) where later_${round} is not null`
  ])
  const functions = `do $$
    declare
      definition text;
    begin
      for definition in
        select pg_get_functiondef(oid) from pg_proc
        where pronamespace = 'public'::regnamespace and prokind = 'f'
      loop
        execute definition;
      end loop;
    end $$`
  return [...changes, [functions]].map((statements, n) => ({
    id: newest + 1 + round * (tables.length + 1) + n,
    name: `later_${n}`,
    statements: () => statements
  }))
}

layer(servedFestival, { excludeTestServices: true })("servers while a later version changes the schema", (it) => {
  it.effect("go on booking, and lose and double nothing", () =>
    Effect.gen(function*() {
      const { address } = yield* Festival
      const { serverUrl, url } = yield* TestDatabase
      const second = yield* startServer(serverUrl)
      const surroundings = yield* surroundingsAt(`${address}/terminal`, `${second}/terminal`)
      const verdicts: Array<Verdict> = []
      let [changes, slowest] = [0, 0]
      for (const round of rounds(count)) {
        const journal = new BookingJournal()
        const stop = startLoad(surroundings, journal, clients)
        for (const migration of later(round)) {
          yield* Effect.promise(() => journal.moreBooked(between))
          assert.strictEqual((yield* Effect.provide(runAll([migration]), connection)).length, 1)
          changes++
        }
        yield* Effect.promise(() => journal.moreBooked(between))
        yield* Effect.promise(stop)
        slowest = Math.max(slowest, journal.slowestMillis)
        verdicts.push(yield* Effect.promise(() => settled(url, `${address}/terminal`, journal)))
      }
      const verdict = together(verdicts)
      const calls = `the slowest call took ${counted(Math.round(slowest))} ms`
      tell(`${counted(changes)} migrations beside two servers, ${calls}, ${summary(verdict)}`)
      isClean(verdict)
    }).pipe(Effect.scoped))
})
