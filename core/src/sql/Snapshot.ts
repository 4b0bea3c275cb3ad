import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Runs an effect whose statements all see the database as it was at the first of them, whatever is booked meanwhile. */
export const inSnapshot = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(
    sql.withTransaction(effect),
    SqlClient.BeginTransaction,
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  )

/**
 * Reads from one snapshot of the ledger, as long as a large event takes, which is longer than a request usually may. It sums in
 * memory and on one core of the database; plans are made for the period that is asked for. A call over HTTP has a time limit of its
 * own, which ends the reading as well; commands have none, and ten million orders take a minute and more.
 */
export const largeReading = <A, E, R>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, E, R>) =>
  inSnapshot(
    sql,
    Effect.andThen(
      sql`select set_config('statement_timeout', '10min', true), set_config('work_mem', '64MB', true),
        set_config('plan_cache_mode', 'force_custom_plan', true), set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('max_parallel_workers_per_gather', '0', true)`,
      reading
    )
  )
