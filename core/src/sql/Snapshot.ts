import { Effect, Semaphore } from "effect"
import { SqlClient, type Statement } from "effect/sql"

/** Runs an effect whose statements all see the database as it was at the first of them, whatever is booked meanwhile. */
export const inSnapshot = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(
    sql.withTransaction(effect),
    SqlClient.BeginTransaction,
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  )

/** The most large readings of a process at a time: they rest, and a server has four connections or more. */
const atOnce = Semaphore.makeUnsafe(2)

/**
 * Reads from one snapshot of the ledger, as long as a large event takes, which is longer than a request usually may. It sums in
 * memory and on one core of the database; plans are made for the period that is asked for. A call over HTTP has a time limit of its
 * own, which ends the reading as well; commands have none, and ten million orders take a minute and more.
 *
 * It gives way to bookings: `give_way()` between two statements rests while the database works for others. At its end it
 * rests for what it read in one piece, so that readings one after the other give way too.
 */
export const largeReading = <A, E, R>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, E, R>) =>
  atOnce.withPermit(
    inSnapshot(sql, Effect.andThen(inMemory(sql, sql`give_way()`), Effect.tap(reading, () => giveWay(sql))))
  )

/** As `largeReading`, for what people watch while tills sell: it waits for no other reading, and never rests. */
export const watchedReading = <A, E, R>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, E, R>) =>
  inSnapshot(sql, Effect.andThen(inMemory(sql, sql`set_config('wristbank.rested_at', 'infinity', true)`), reading))

const inMemory = (sql: SqlClient.SqlClient, rest: Statement.Fragment) =>
  sql`select set_config('statement_timeout', '10min', true), set_config('work_mem', '64MB', true),
    set_config('plan_cache_mode', 'force_custom_plan', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('max_parallel_workers_per_gather', '0', true), ${rest}`

/** Rests between two statements of a large reading while the database works for others. */
export const giveWay = (sql: SqlClient.SqlClient) => sql`select give_way()`
