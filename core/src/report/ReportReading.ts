import { Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { dieOnInfrastructure, type Infrastructure } from "../sql/Infrastructure.ts"
import { inSnapshot } from "../sql/Snapshot.ts"

/**
 * Reads all figures of a report from one snapshot of the ledger. A large event takes longer than a request usually may, and
 * sums in memory; plans are made for the period that is asked for. Bookings go on beside it: a process reads one report at
 * a time, and the database uses one core for it.
 */
export class ReportReading extends Context.Service<ReportReading>()("core/ReportReading", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const turn = yield* Semaphore.make(1)
    const settings = sql`select set_config('statement_timeout', '60s', true), set_config('work_mem', '64MB', true),
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('max_parallel_workers_per_gather', '0', true)`

    const once = <A, E, R>(reading: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, Infrastructure>, R> =>
      dieOnInfrastructure(turn.withPermits(1)(inSnapshot(sql, Effect.andThen(settings, reading))))

    return { once }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
