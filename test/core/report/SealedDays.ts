import { DaySeals } from "@wristbank/core/report/DaySeals"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Seals what was booked until now, as if two days had passed since. Transactions of other tests on the same server may delay it.
 * Whatever is booked afterwards on the same day comes late.
 */
export const sealed = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    const { sweep } = yield* DaySeals
    yield* sweep()
    const settle = Effect.gen(function*() {
      yield* sql`update day_seal_mark set marked_at = now() + interval '2 days'`
      yield* sweep()
      const [row] = yield* sql<{ unsealed: boolean }>`select exists (
        select from ordr where booked_at >= coalesce(
          (select max(covers_until) from day_seal where day_seal.event_id = ordr.event_id), '-infinity'
        )) as unsealed`
      // The pause is made by the database because the clock of a test may stand still.
      if (row!.unsealed) yield* sql`select pg_sleep(0.02)`
      return row!.unsealed
    })
    yield* Effect.repeat(settle, { while: (unsealed) => unsealed, times: 500 })
  })
)
