import { PgConnection } from "@effect/sql-pg"
import { Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql"

/**
 * What a pooler between this program and PostgreSQL does to connections: it drops the settings that they begin with, so that nothing
 * limits how long a lock or a statement lasts; or it hands one session of the database to several connections in turn, so that locks
 * and prepared statements of one belong to another. `none` also stands for a proxy that passes connections on as they are.
 */
export type Pooling = "none" | "settings_dropped" | "sessions_shared"

/** A connection: the id that its other side told it, and how it runs a statement. */
export interface Session {
  readonly processId: number
  readonly query: (sql: string) => Effect.Effect<ReadonlyArray<Readonly<Record<string, unknown>>>, SqlError.SqlError>
}

/** Finds out what is between this program and PostgreSQL. A pooler tells connections ids of its own. */
export const poolingOf = <R>(
  open: Effect.Effect<Session, SqlError.SqlError, R>
): Effect.Effect<Pooling, SqlError.SqlError, R> =>
  Effect.gen(function*() {
    const first = yield* open
    const [row] = yield* first.query(
      `select pg_backend_pid() as pid, current_setting('idle_in_transaction_session_timeout') as idle`
    )
    if (row?.idle !== idleInTransaction) return "settings_dropped"
    if (row.pid === first.processId) return "none"
    return (yield* areShared(first, yield* open)) ? "sessions_shared" : "none"
  })

/** How long a transaction may rest: the setting that shows whether those of a connection arrive, as PostgreSQL writes it. */
export const idleInTransaction = "15s"

const pidOf = ({ query }: Session) => Effect.map(query("select pg_backend_pid() as pid"), ([row]) => row?.pid)

/** Whether two connections get each other's session, from a pooler that hands out the one that was used last, or longest ago. */
const areShared = Effect.fnUntraced(function*(first: Session, second: Session) {
  yield* first.query("begin")
  const [ofFirst, ofSecond] = [yield* pidOf(first), yield* pidOf(second)]
  yield* first.query("commit")
  if ((yield* pidOf(second)) !== ofSecond) return true
  return (yield* pidOf(first)) !== ofFirst || (yield* pidOf(first)) !== ofFirst
})

/** A connection of the driver. It prepares no statement, which a pooler could lose. */
export const sessionOn = (
  config: PgConnection.Config
): Effect.Effect<Session, SqlError.SqlError, Scope.Scope> =>
  Effect.map(PgConnection.make(config), (connection) => ({
    processId: connection.processId,
    query: (sql) => Effect.map(connection.query(sql, [], false), ({ rows }) => rows)
  }))
