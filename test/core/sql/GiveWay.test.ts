import { assert, layer } from "@effect/vitest"
import { largeReading, watchedReading } from "@wristbank/core/sql/Snapshot"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { databaseLayer } from "../../support/database.ts"

/** Milliseconds of rest after work of some milliseconds beside statements of others. */
const restsAfter = Effect.fnUntraced(function*(all: ReadonlyArray<readonly [worked: number, others: number]>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ rest: number }>`
    select rest_after(worked, others) as rest
    from unnest(${all.map(([worked]) => String(worked))}::text[]::float8[],
        ${all.map(([, others]) => String(others))}::text[]::bigint[])
      with ordinality as work(worked, others, at)
    order by at`
  return rows.map(({ rest }) => rest)
})

const others = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ others: bigint }>`select others_under_way() as others`, ([row]) => row!.others)
)

/** Runs an effect while a statement of someone else is under way: it waits for a lock, as bookings wait for each other. */
const besideOthers = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const holder = yield* sql.reserve
  yield* holder.executeUnprepared("select pg_advisory_lock(4711)", [], undefined)
  const waiting = yield* Effect.forkChild(sql`select pg_advisory_xact_lock(4711)`)
  yield* Effect.repeat(others, { until: (count) => count > 0n })
  const answer = yield* effect
  yield* holder.executeUnprepared("select pg_advisory_unlock(4711)", [], undefined)
  yield* Fiber.join(waiting)
  return answer
}, Effect.scoped)

/** Work of 30 ms, and the milliseconds of the rest after it. */
const workAndRest = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`select give_way(), pg_sleep(0.03)`,
    Effect.map(sql<{ rest: number }>`select give_way() as rest`, ([row]) => row!.rest)
  )
)

layer(databaseLayer, { excludeTestServices: true })("long readings", (it) => {
  it.effect("have a seventh of the time at most while others work, and all of it otherwise", () =>
    Effect.gen(function*() {
      const works = fc.sample(fc.tuple(fc.double({ min: 0, max: 1e5, noNaN: true }), fc.nat(100)), 500)
      const rests = yield* restsAfter([...works, [0, 1], [20, 0], [1e9, 3], [-50, 2]])
      works.forEach(([worked, count], n) => {
        const rest = rests[n]!
        if (count === 0) assert.strictEqual(rest, 0)
        else if (rest < 10_000) assert.isAtMost(worked / (worked + rest || 1), 1 / 7 + 1e-9)
        assert.isAtMost(rest, 10_000)
        assert.isAtLeast(rest, 0)
      })
      assert.deepStrictEqual(rests.slice(-4), [0, 0, 10_000, 0])
    }))

  it.effect("rest beside statements of others alone, six times as long as they worked", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const alone = Effect.andThen(Effect.repeat(others, { until: (count) => count === 0n }), workAndRest)
      assert.strictEqual(yield* largeReading(sql, alone), 0)
      assert.isAtLeast(yield* besideOthers(largeReading(sql, workAndRest)), 6 * 30)
      assert.strictEqual(yield* largeReading(sql, alone), 0)
    }))

  it.effect("rest at their end for what they read in one piece", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [duration] = yield* besideOthers(Effect.timed(largeReading(sql, sql`select pg_sleep(0.03)`)))
      assert.isAtLeast(Duration.toMillis(duration), 7 * 30)
    }))

  it.effect("that people watch never rest, and wait for no other reading", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const ended = yield* Deferred.make<void>()
      const reports = yield* Effect.forEach([1, 2], () => Effect.forkChild(largeReading(sql, Deferred.await(ended))))
      assert.strictEqual(yield* besideOthers(watchedReading(sql, workAndRest)), 0)
      yield* Deferred.succeed(ended, undefined)
      yield* Effect.forEach(reports, Fiber.join)
    }))

  it.effect("are no statements for which others rest while they rest themselves", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const resting = yield* Effect.forkChild(sql`select pg_sleep(60)`)
      const asleep = Effect.map(
        sql<{ asleep: boolean }>`select exists (
          select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'
        ) as asleep`,
        ([row]) => row!.asleep
      )
      yield* Effect.repeat(asleep, { until: (is) => is })
      const seen = yield* sql.withTransaction(Effect.repeat(others, { until: (count) => count === 0n }))
      assert.strictEqual(seen, 0n)
      yield* Fiber.interrupt(resting)
    }))
})
