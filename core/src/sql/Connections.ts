import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, type Scope, Semaphore, Stream } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Borrower, Connection } from "effect/sql/SqlConnection"
import { within } from "./Deadline.ts"

/** Limit for opening a connection, in milliseconds. The driver's own limit (`connectTimeout`) is shorter. */
const openMillis = 6_000

/** The driver's pool of one connection. */
interface Line {
  readonly pool: PgPool.PgPool
  /** Whether its last borrower had a connection that answered. */
  isOpen: boolean
}

/**
 * A client with a fixed number of connections that recovers from any outage of the database. The driver's own pool may
 * not recover. When it fails to open several connections while statements wait for one, it can keep the failures as if
 * they were connections and never wake the waiting statements; later ones then wait behind them for ever. A pool in
 * which nothing waits can't get into that state. Therefore each connection is the only one of a driver's pool, and is lent to
 * one borrower at a time. The one that came back last is lent first: its plans and pages are in the processor's caches.
 */
export const connections = Effect.fnUntraced(function*(config: PgClient.PgPoolConfig, count: number) {
  const { json, listen, notify, ...single } = yield* PgClient.make({ ...config, minConnections: 0, maxConnections: 1 })
  const pools = yield* Effect.all(Array.from({ length: count }, () => PgPool.make({ ...config, maxConnections: 1 })))
  const idle = pools.map((pool): Line => ({ pool, isOpen: false }))
  const free = yield* Semaphore.make(count)
  const acquirer = Effect.andThen(
    Semaphore.takeScoped(free, 1),
    Effect.flatMap(
      Effect.acquireRelease(Effect.sync(() => idle.pop()!), (line) => Effect.sync(() => idle.push(line))),
      reserved
    )
  )
  // A statement borrows without a scope, whose closing would cost as much as the statement itself.
  const borrower: Borrower = (use) =>
    free.withPermit(Effect.uninterruptibleMask((restore) => {
      const line = idle.pop()!
      return Effect.onExitPrimitive(restore(usedOn(line, use)), () => {
        idle.push(line)
        return undefined
      })
    }))
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

/** A pool whose last borrower was answered has a connection at once, or opens one in place of a dead one within the driver's limit. */
const opened = <E>(line: Line, get: Effect.Effect<PgConnection.PgConnection, E, Scope.Scope>) => {
  const isOpen = line.isOpen
  line.isOpen = false
  return Effect.tap(isOpen ? get : inTime(get), () => Effect.sync(() => line.isOpen = true))
}

const reserved = (line: Line) => Effect.map(opened(line, line.pool.reserve), (one) => new Statements(one))

const usedOn = <A, E, R>(line: Line, use: (connection: Connection) => Effect.Effect<A, E, R>) => {
  if (!line.isOpen) return Effect.scoped(Effect.flatMap(opened(line, line.pool.get), (one) => use(new Statements(one))))
  const used = line.pool.use((one) => use(new Statements(one)))
  return Effect.onExitPrimitive(used, (exit) => {
    if (exit._tag === "Failure") line.isOpen = false
    return undefined
  })
}

type Transform = Parameters<Connection["execute"]>[2]

/** The statements of a client on a connection of the driver. */
class Statements implements Connection {
  readonly connection: PgConnection.PgConnection

  constructor(connection: PgConnection.PgConnection) {
    this.connection = connection
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform, isPrepared = true) {
    return Effect.map(this.connection.query(sql, params, isPrepared), ({ rows }) => transform?.(rows) ?? rows)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.execute(sql, params, transform, false)
  }

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.connection.query(sql, params)
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return this.connection.queryValues(sql, params)
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.connection.queryValues(sql, params, false)
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    const rows = this.connection.stream(sql, params)
    return transform === undefined ? rows : Stream.mapArray(rows, (some) => transform(some) as typeof some)
  }
}

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
