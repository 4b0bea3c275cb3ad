import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RollUpRepository } from "./RollUpRepository.ts"

/** Maintains the sums that make it fast to read balances of derived accounts. Any number of processes may do it. */
export class RollUp extends Context.Service<RollUp>()("core/RollUp", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const repository = yield* RollUpRepository

    /** Adds the postings stored since the last time. Returns false if another process is doing it. */
    const advance = Effect.fn("RollUp.advance")(
      function*() {
        // The first roll-up of a large ledger takes longer than the time limit of requests.
        yield* sql`set local statement_timeout = '10min'`
        // Only the index of transactions leads to the new postings, however few of them a plan expects. They are summed in memory.
        yield* sql`set local enable_seqscan = off`
        yield* sql`set local enable_sort = off`
        yield* sql`set local work_mem = '64MB'`
        const cursor = yield* repository.lockCursor
        if (cursor === undefined) return false
        if (cursor.is_foreign) {
          yield* Effect.logWarning("The database comes from another server: all balances are summed up anew")
          yield* repository.clear
          yield* sql`update rollup_cursor set up_to = 0`
        }
        return (yield* repository.advance(cursor.is_foreign ? 0n : cursor.up_to)) !== undefined
      },
      (effect) => sql.withTransaction(effect)
    )

    return { advance }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(RollUpRepository.layer))
}
