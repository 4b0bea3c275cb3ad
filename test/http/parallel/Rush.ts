import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Answer, type Body } from "../../support/FestivalServer.ts"

/** Sends all at the same time. */
export const atOnce = <A, E, R>(calls: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(calls, { concurrency: "unbounded" })

/** How many answers there are of each kind: "200", or the id of the refusal. */
export const tally = (answers: ReadonlyArray<Answer>): { readonly [outcome: string]: number } => {
  const counts: Record<string, number> = {}
  for (const { body, status } of answers) {
    const outcome = status === 200 ? "200" : String(body.id)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

export const uuidOf = (body: Body): string => String(body.uuid)

/** How many orders carry one of the uuids. */
export const ordersWith = Effect.fnUntraced(function*(bodies: ReadonlyArray<Body>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id from ordr where ${sql.in("uuid", bodies.map(uuidOf))}`
  return rows.length
})

/** What the database has counted: order numbers given out, transactions undone, deadlocks. */
const counters = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // The server's counters lag behind by up to a second.
  yield* Effect.sleep("1200 millis")
  yield* sql`select pg_stat_clear_snapshot()`
  const [row] = yield* sql<{ numbers: bigint; undone: bigint; deadlocks: bigint; orders: bigint }>`
    select (select last_value from ordr_id_seq) as numbers, (select count(*) from ordr) as orders,
      xact_rollback as undone, deadlocks
    from pg_stat_database where datname = current_database()`
  return row!
})

/** Runs calls and tells what they cost the database: order numbers without an order are bookings that were tried again. */
export const watched = <A, E, R>(calls: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = yield* counters
    const answer = yield* calls
    const after = yield* counters
    assert.strictEqual(after.deadlocks, before.deadlocks, "deadlocks")
    return {
      answer,
      booked: Number(after.orders - before.orders),
      triedAgain: Number(after.numbers - before.numbers - (after.orders - before.orders)),
      undone: Number(after.undone - before.undone)
    }
  })
