import { PgClient, type PgConnection } from "@effect/sql-pg"
import { Effect, Semaphore } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Borrower, Connection } from "effect/sql/SqlConnection"
import { within } from "./Deadline.ts"

/** Limit for opening a connection, in milliseconds. The driver's own limit (`connectTimeout`) is shorter. */
const openMillis = 6_000

/**
 * A client with a fixed number of connections that recovers from any outage of the database. The driver's own pool may
 * not recover. When it fails to open several connections while statements wait for one, it can keep the failures as if
 * they were connections and never wake the waiting statements; later ones then wait behind them for ever. A pool in
 * which nothing waits can't get into that state. Therefore each connection is the only one of a driver's pool, and is lent to
 * one borrower at a time. The one that came back last is lent first: its plans and pages are in the processor's caches.
 */
export const connections = Effect.fnUntraced(function*(config: PgClient.PgPoolConfig, count: number) {
  const { json, listen, notify, ...single } = yield* PgClient.make({ ...config, minConnections: 0, maxConnections: 1 })
  const idle = yield* Effect.all(Array.from({ length: count }, () => PgClient.make({ ...config, maxConnections: 1 })))
  const free = yield* Semaphore.make(count)
  const lent = Effect.andThen(
    Semaphore.takeScoped(free, 1),
    Effect.acquireRelease(Effect.sync(() => idle.pop()!), (one) => Effect.sync(() => idle.push(one)))
  )
  const acquirer = Effect.flatMap(lent, open)
  const borrower: Borrower = (use) => Effect.scoped(Effect.flatMap(acquirer, use))
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

const noConnection = () =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({
      cause: new Error("No connection in time"),
      message: "No connection in time",
      operation: "connect"
    })
  })

const inTime = within(openMillis, noConnection)

const open = (one: PgClient.PgClient) => inTime(one.reserve)

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
