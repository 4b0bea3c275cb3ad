import { Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { dieOnInfrastructure, type Infrastructure } from "../sql/Infrastructure.ts"
import { largeReading } from "../sql/Snapshot.ts"

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
