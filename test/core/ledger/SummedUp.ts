import { BookingSummaries } from "@wristbank/core/order/BookingSummaries"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Adds up all that was booked, as `rolledUp` rolls up balances. */
export const summedUp = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    yield* BookingSummaries.use((summaries) => summaries.advance())
    const [row] = yield* sql<{ rest: bigint }>`select count(*) as rest from ordr
      where transaction_id >= (select up_to from summary_cursor)`
    if (row!.rest > 0n) yield* sql`select pg_sleep(0.02)`
    return row!.rest
  }).pipe(Effect.repeat({ until: (rest) => rest === 0n }))
)
