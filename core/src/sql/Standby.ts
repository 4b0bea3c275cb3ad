import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/**
 * Waits until all that is visible now is on the synchronous standby as well, if PostgreSQL has one. An answer that is read from a
 * stored row must not say "booked" before that. A commit of which the standby has said nothing is visible when its wait was cancelled, or
 * after a restart of the primary; if the standby takes over then, the row is gone. The commit of the message below waits for the
 * standby, which receives the log in its order. Without a synchronous standby, what is visible is on the disk, and nothing is written.
 */
export const confirmed = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError.SqlError> =>
  Effect.asVoid(sql`
    select case when current_setting('synchronous_standby_names') <> ''
      then pg_logical_emit_message(true, 'wristbank', '') is not null end`)
