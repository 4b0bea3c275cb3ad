import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The time of a simulation. It moves only when it is set; pauses and time limits last as long as they really do. */
export interface VirtualTime {
  readonly clock: Clock.Clock
  /** The same, for what measures how long something lasts in the simulation. */
  readonly monotonic: Clock.Clock
  readonly now: () => number
  /** Sets the time of program and database, in milliseconds since 1970. */
  readonly set: (millis: number) => Effect.Effect<void>
}

/**
 * Gives a database a time of its own until the scope closes, and returns that time, which begins at the given one.
 *
 * Services take most moments from the database's `now()` and `clock_timestamp()`. Functions of the same names, in a schema that new
 * connections search first, return the time of the simulation instead; defaults of columns are bound to the real ones and
 * changed meanwhile. So connections of the simulation must be opened after this one. No one else may use the database.
 */
export const virtualTime = Effect.fnUntraced(function*(begin: number) {
  const sql = yield* SqlClient.SqlClient
  let now = begin
  yield* Effect.acquireRelease(Effect.orDie(make(sql, begin)), () => Effect.orDie(remove(sql)))
  const store = (millis: number) => sql`select setval('simulated.millis', ${millis}::bigint)`
  const clock = clockAt(yield* Clock.Clock, () => now)
  const nanos = () => clock.currentTimeNanosUnsafe()
  return {
    clock,
    monotonic: { ...clock, monotonicTimeNanosUnsafe: nanos, monotonicTimeNanos: Effect.sync(nanos) },
    now: () => now,
    set: (millis) =>
      millis === now ? Effect.void : Effect.suspend(() => {
        now = millis
        return Effect.orDie(Effect.asVoid(store(millis)))
      })
  } satisfies VirtualTime
})

const clockAt = (real: Clock.Clock, now: () => number): Clock.Clock => ({
  currentTimeMillisUnsafe: now,
  currentTimeMillis: Effect.sync(now),
  currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: real.monotonicTimeNanos,
  sleep: (duration) => real.sleep(duration)
})

const functions = ["now", "clock_timestamp"] as const

const make = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, begin: number) {
  yield* sql`create schema simulated`
  // PostgreSQL calls the functions below for each row; they read a sequence four times as fast as a table.
  yield* sql`create sequence simulated.millis`
  yield* sql`select setval('simulated.millis', ${begin}::bigint)`
  for (const name of functions) {
    yield* sql.unsafe(`create function simulated.${name}() returns timestamptz language plpgsql stable
      as 'begin return to_timestamp(pg_sequence_last_value(''simulated.millis''::regclass) / 1000.0::float8); end'`)
  }
  yield* setDefaults(sql, "simulated")
  // The system's own schema is otherwise searched before all others.
  yield* onDatabase(sql, "set search_path = public, simulated, pg_catalog")
})

const remove = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  yield* onDatabase(sql, "reset search_path")
  yield* setDefaults(sql, "pg_catalog")
  yield* sql`drop schema simulated cascade`
})

const onDatabase = (sql: SqlClient.SqlClient, change: string) =>
  Effect.flatMap(
    sql<{ name: string }>`select quote_ident(current_database()) as name`,
    ([row]) => sql.unsafe(`alter database ${row!.name} ${change}`)
  )

/** Has the columns that are given the present time as their default take it from functions of a schema. */
const setDefaults = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, schema: "pg_catalog" | "simulated") {
  const columns = yield* sql<{ change: string }>`
    select format('alter table %s alter column %I set default %s.%s()', given.adrelid::regclass, attname, ${schema}::text,
      substring(pg_get_expr(given.adbin, given.adrelid) from '(now|clock_timestamp)')) as change
    from pg_attrdef given
      join pg_attribute on attrelid = given.adrelid and attnum = given.adnum
    where pg_get_expr(given.adbin, given.adrelid) ~ '^([a-z_]+[.])?(now|clock_timestamp)[(][)]$'
    order by 1`
  for (const { change } of columns) yield* sql.unsafe(change)
})
