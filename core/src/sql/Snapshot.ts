import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Runs an effect whose statements all see the database as it was at the first of them, whatever is booked meanwhile. */
export const inSnapshot = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(
    sql.withTransaction(effect),
    SqlClient.BeginTransaction,
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  )
