import { PgClient, type PgConnection } from "@effect/sql-pg"
import { Effect, Pool } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Borrower, Connection } from "effect/sql/SqlConnection"

/** Opening one has a limit of its own (`connectTimeout`), which is shorter. In milliseconds. */
const openMillis = 6_000

/**
 * A client on so many connections that goes on after any outage of the database.
 *
 * The driver's own pool may not: when it fails to open several connections at a time while others wait for one, it can keep
 * the failures as if they were connections and leave those who wait asleep. As long as anybody waits, who comes later waits
 * behind them, so nothing ends that state. A pool whose connections are never waited for can't get there. Therefore each
 * connection is the only one of a pool of the driver, and those are lent by a pool that opens nothing and so never fails.
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

/** PostgreSQL answers `ROLLBACK` to the `COMMIT` of a transaction in which something failed. */
const commit = (connection: Connection) =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (answer) => {
    // What `executeRaw` of the driver answers; its type says nothing.
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
