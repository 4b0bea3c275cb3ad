// SQL for sums that go by the transaction that stored a row: numbers and times of rows come late, transactions that have ended add
// nothing any more. A cursor is a row with `up_to`: all rows of transactions below it are summed up.

/** Whether a cursor is ahead of this server's transactions: then the database was copied from another server. */
export const isForeign = "up_to > pg_snapshot_xmax(pg_current_snapshot())::text::bigint"

/** How far a cursor has come; one of another server says nothing about rows that are stored here. */
export const upToHere = `case when ${isForeign} then 0 else up_to end`

/** The transaction below which all have ended. */
export const endedBelow = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
