import { RollUp } from "@wristbank/core/journal/RollUp"
import { BookingSummaries } from "@wristbank/core/sale/BookingSummaries"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Sums up until nothing is left; transactions of other tests on the same server may delay it. */
const untilNothingIsLeft = <E, R>(
  advance: Effect.Effect<unknown, E, R>,
  { cursor, rows }: { readonly cursor: string; readonly rows: string }
) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function*() {
      yield* advance
      const [row] = yield* sql<{ rest: bigint }>`select count(*) as rest from ${sql(rows)}
        where transaction_id >= (select up_to from ${sql(cursor)})`
      // The pause is made by the database because the clock of a test may stand still.
      if (row!.rest > 0n) yield* sql`select pg_sleep(0.02)`
      return row!.rest
    }).pipe(Effect.repeat({ until: (rest) => rest === 0n }))
  )

export const rolledUp = untilNothingIsLeft(
  RollUp.use((rollUp) => rollUp.advance()),
  { rows: "posting", cursor: "rollup_cursor" }
)

/** The same for the summaries of bookings. */
export const summedUp = untilNothingIsLeft(
  BookingSummaries.use((summaries) => summaries.advance()),
  { rows: "ordr", cursor: "summary_cursor" }
)
