import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const waiting = SqlClient.SqlClient.use((sql) =>
  sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
)

/** Waits until so many statements on the test's database wait for locks of others. */
export const lockWaits = (count = 1) =>
  Effect.asVoid(Effect.repeat(waiting, { until: (sessions) => sessions.length >= count }))
