import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { inSnapshot } from "../sql/Snapshot.ts"

/**
 * Reads all figures of a report from one snapshot of the ledger. A large event takes longer than a request usually may, and
 * sums in memory; plans are made for the period that is asked for.
 */
export const inOneReading = <A, E, R>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, E, R>) =>
  dieOnInfrastructure(inSnapshot(
    sql,
    Effect.andThen(
      sql`select set_config('statement_timeout', '60s', true), set_config('work_mem', '64MB', true),
        set_config('plan_cache_mode', 'force_custom_plan', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
      reading
    )
  ))
