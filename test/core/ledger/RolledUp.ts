import { RollUp } from "@wristbank/core/doctor/RollUp"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Rolls up until nothing is left; transactions of other tests on the same server may delay it. */
export const rolledUp = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    yield* RollUp.use((rollUp) => rollUp.advance())
    const [row] = yield* sql<{ rest: bigint }>`select count(*) as rest from posting
      where transaction_id >= (select up_to from rollup_cursor)`
    // The pause is made by the database because the clock of a test may stand still.
    if (row!.rest > 0n) yield* sql`select pg_sleep(0.02)`
    return row!.rest
  }).pipe(Effect.repeat({ until: (rest) => rest === 0n }))
)
