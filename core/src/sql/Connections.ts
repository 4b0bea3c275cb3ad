import { PgClient, type PgConnection } from "@effect/sql-pg"
import { Effect, Pool } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Borrower, Connection } from "effect/sql/SqlConnection"

/** Limit for opening a connection, in milliseconds. The driver's own limit (`connectTimeout`) is shorter. */
const openMillis = 6_000

/**
 * A client with a fixed number of connections that recovers from any outage of the database. The driver's own pool may
 * not recover. When it fails to open several connections while statements wait for one, it can keep the failures as if
 * they were connections and never wake the waiting statements; later ones then wait behind them for ever. A pool in
 * which nothing waits can't get into that state. Therefore each connection is the only one of a driver's pool. Those
 * pools are lent by an outer pool, which opens nothing and so never fails.
 */
export const connections = Effect.fnUntraced(function*(config: PgClient.PgPoolConfig, count: number) {
  const { json, listen, notify, ...single } = yield* PgClient.make({ ...config, minConnections: 0, maxConnections: 1 })
  const pool = yield* Pool.make({ acquire: PgClient.make({ ...config, maxConnections: 1 }), size: count })
  const acquirer = Effect.flatMap(Pool.get(pool), open)
  const borrower: Borrower = (use) => Pool.use(pool, (one) => Effect.scoped(Effect.flatMap(open(one), use)))
  const client = yield* SqlClient.make({
    acquirer,
    borrower,
    transactionAcquirer: acquirer,
    commit,
    prepareTransactionControls: true,
    compiler: PgClient.makeCompiler(),
    driver: single.driver,
    spanAttributes: [["db.system.name", "postgresql"]],
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`
  })
  const whole: PgClient.PgClient = Object.assign(client, {
    [PgClient.TypeId]: PgClient.TypeId,
    config,
    json,
    listen,
    notify
  })
  return whole
})

const open = (one: PgClient.PgClient) =>
  Effect.timeoutOrElse(one.reserve, { duration: openMillis, orElse: () => Effect.fail(noConnection()) })

const noConnection = () =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({
      cause: new Error("No connection in time"),
      message: "No connection in time",
      operation: "connect"
    })
  })

/** Commits, and fails if PostgreSQL answers `ROLLBACK`, as it does when a statement of the transaction failed. */
const commit = (connection: Connection) =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (answer) => {
    // The type of `executeRaw` does not say that the driver returns this.
    const { command } = answer as PgConnection.Result
    return command === "ROLLBACK" ? Effect.fail(rolledBack()) : Effect.void
  })

const rolledBack = () =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({
      cause: new Error("The transaction was rolled back"),
      message: "The transaction was rolled back because a statement in it failed",
      operation: "commit"
    })
  })
