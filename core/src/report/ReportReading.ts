import { Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { dieOnInfrastructure, type Infrastructure } from "../sql/Infrastructure.ts"
import { inSnapshot } from "../sql/Snapshot.ts"

/**
 * Reads from one snapshot of the ledger, as long as a large event takes, which is longer than a request usually may. It sums in
 * memory and on one core of the database; plans are made for the period that is asked for.
 */
export const largeReading = <A, E, R>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, E, R>) =>
  inSnapshot(
    sql,
    Effect.andThen(
      sql`select set_config('statement_timeout', '60s', true), set_config('work_mem', '64MB', true),
        set_config('plan_cache_mode', 'force_custom_plan', true), set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('max_parallel_workers_per_gather', '0', true)`,
      reading
    )
  )

/** Reads all figures of a report from one snapshot. Bookings go on beside it: a process reads one report at a time. */
export class ReportReading extends Context.Service<ReportReading>()("core/ReportReading", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const turn = yield* Semaphore.make(1)
    const once = <A, E, R>(reading: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, Infrastructure>, R> =>
      dieOnInfrastructure(turn.withPermits(1)(largeReading(sql, reading)))

    return { once }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
