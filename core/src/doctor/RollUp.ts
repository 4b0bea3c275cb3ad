import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RollUpRepository } from "./RollUpRepository.ts"

/** Keeps the sums that make balances of derived accounts fast. Any number of processes may do it. */
export class RollUp extends Context.Service<RollUp>()("core/RollUp", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const repository = yield* RollUpRepository

    /** Adds what has been stored since the last time; whether it did, as another process may be at it. */
    const advance = Effect.fn("RollUp.advance")(
      function*() {
        // The first time on a large book takes longer than a request may.
        yield* sql`set local statement_timeout = '10min'`
        // However few postings a plan expects: only the index of transactions leads to the new ones.
        yield* sql`set local enable_seqscan = off`
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
  static readonly layer = Layer.provide(Layer.effect(this, this.make), RollUpRepository.layer)
}
