import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { type Answer, type Body } from "../../support/FestivalServer.ts"

/** Sends all calls at the same time. */
export const atOnce = <A, E, R>(calls: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(calls, { concurrency: "unbounded" })

/** Counts the answers by "200" or the id of the refusal. */
export const tally = (answers: ReadonlyArray<Answer>): { readonly [outcome: string]: number } => {
  const counts: Record<string, number> = {}
  for (const { body, status } of answers) {
    const outcome = status === 200 ? "200" : String(body.rule ?? body.id)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const uuidOf = (body: Body): string => String(body.uuid)

/** The number of orders with one of the uuids. */
export const ordersWith = Effect.fnUntraced(function*(bodies: ReadonlyArray<Body>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id from ordr where ${sql.in("uuid", bodies.map(uuidOf))}`
  return rows.length
})

/** Order numbers issued, and orders. */
const counters = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ numbers: bigint; orders: bigint }>`
    select (select last_value from ordr_id_seq) as numbers, (select count(*) from ordr) as orders`
  return row!
})

/**
 * Runs calls and returns what they cost the database: order numbers without an order are bookings that were tried again.
 * Failures are read on their way to the servers, as PostgreSQL's own statistics are seconds late.
 */
export const watched = <A, E, R>(calls: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { failures } = yield* DatabaseProxy
    const [before, failedBefore] = [yield* counters, yield* failures]
    const answer = yield* calls
    const [after, failed] = [yield* counters, yield* failures]
    assert.strictEqual(failed.deadlocks, failedBefore.deadlocks, "deadlocks")
    return {
      answer,
      booked: Number(after.orders - before.orders),
      triedAgain: Number(after.numbers - before.numbers - (after.orders - before.orders)),
      undone: failed.undone - failedBefore.undone
    }
  })
