import { PgClient, PgTypes } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, type Redacted, Result } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { ServingProcesses } from "../base/ServingProcesses.ts"
import { AnonymousCalls, routedClients, shareOf } from "./AnonymousCalls.ts"
import { connections } from "./Connections.ts"
import * as Outages from "./Outages.ts"
import { idleInTransaction } from "./Pooling.ts"
import * as Readiness from "./Readiness.ts"

/** Settings of one pool of connections. */
export interface PoolOptions {
  readonly url: Redacted.Redacted
  /** Connections kept open; the default is `connectionsOf` the number of server processes. */
  readonly connections?: number
  /** Opens each connection when it is first needed, and closes it after a minute without use. */
  readonly onDemand?: boolean
  /** The database ends a statement that runs longer. */
  readonly statementTimeoutMillis?: number
  /** The database ends a statement that waits longer for a row lock. */
  readonly lockTimeoutMillis?: number
  readonly applicationName?: string
  /**
   * Plans each statement anew, for the present size of the tables, which costs a millisecond. A cached plan may have
   * been made for empty tables.
   */
  readonly freshPlans?: boolean
}

/**
 * Connections of a server process for bookings and all other calls with a token. More than four per core of the database make
 * it slower. Fewer than four could all be taken by long reads.
 */
export const connectionsOf = (processes: number): number => processes === 1 ? 8 : 4

/** Microseconds between the epochs of Unix and PostgreSQL. */
const epochMicros = 946_684_800_000_000n

const readNumeric = (bytes: Uint8Array): Result.Result<bigint | string, PgTypes.CodecError> =>
  Result.map(
    PgTypes.decode(bytes, PgTypes.OID.numeric, 1),
    (text) => /^-?\d+$/.test(String(text)) ? BigInt(String(text)) : String(text)
  )

const readTimestamp = (bytes: Uint8Array): Result.Result<DateTime.Utc, PgTypes.CodecError> => {
  const micros = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0)
  return Result.succeed(DateTime.makeUnsafe(Number((micros + epochMicros) / 1000n)))
}

const writeTimestamp = (value: DateTime.Utc | Date | number): Result.Result<Uint8Array, PgTypes.CodecError> => {
  const bytes = new Uint8Array(8)
  const millis = DateTime.isDateTime(value) ? value.epochMilliseconds : Number(value)
  new DataView(bytes.buffer).setBigInt64(0, BigInt(millis) * 1000n - epochMicros)
  return Result.succeed(bytes)
}

/** Decodes whole `numeric` values (chip numbers, sums of bigint) as `bigint` and points in time as `DateTime.Utc`. */
const types = (() => {
  const registry = PgTypes.makeRegistry()
  registry.register(PgTypes.OID.numeric, {
    decode: readNumeric,
    encode: (value) => PgTypes.encode(String(value), PgTypes.OID.numeric)
  }, { arrayOid: PgTypes.OID.numericArray })
  registry.register(PgTypes.OID.timestamptz, { decode: readTimestamp, encode: writeTimestamp }, {
    arrayOid: PgTypes.OID.timestamptzArray
  })
  return registry
})()

/**
 * Provides `SqlClient` and `PgClient` with a pool of connections, `AnonymousCalls` with the few that calls without a
 * verified token share, and `Readiness` (which `Outages` and `DatabaseAnswers` use too) with one. The last two open their connections on
 * demand.
 */
export const layer = (options: PoolOptions) =>
  Layer.effectContext(Effect.gen(function*() {
    const processes = yield* ServingProcesses
    const share = shareOf(processes)
    const { client, anonymous } = routedClients(
      yield* connections(
        { ...configOf(options), minConnections: options.onDemand === true ? 0 : 1 },
        options.connections ?? connectionsOf(processes)
      ),
      yield* connections(configOf({ ...options, applicationName: "wristbank anonymous" }), share.connections),
      share
    )
    const readiness = yield* Readiness.make(
      yield* connections(configOf({ ...options, applicationName: "wristbank readiness" }), 1)
    )
    return Context.make(PgClient.PgClient, client).pipe(
      Context.add(Readiness.Readiness, readiness),
      Context.add(Outages.Outages, yield* Outages.make(readiness)),
      Context.add(Outages.DatabaseAnswers, Outages.answers(readiness)),
      Context.add(SqlClient.SqlClient, client),
      Context.add(AnonymousCalls, anonymous)
    )
  })).pipe(Layer.provide(Reactivity.layer))

/** How a connection begins. */
export const configOf = (options: PoolOptions): PgClient.PgPoolConfig => ({
  url: options.url,
  connectTimeout: "5 seconds",
  // A firewall forgets a connection that is silent for minutes, and some are hardly used (`connections`).
  keepAlive: "1 minute",
  applicationName: options.applicationName ?? "wristbank",
  types,
  startupParameters: {
    timezone: "UTC",
    statement_timeout: String(options.statementTimeoutMillis ?? 10_000),
    lock_timeout: String(options.lockTimeoutMillis ?? 1_000),
    idle_in_transaction_session_timeout: idleInTransaction,
    // PostgreSQL's default is on, but compiling a statement of milliseconds takes longer than running it.
    jit: "off",
    ...(options.freshPlans === true ? { plan_cache_mode: "force_custom_plan" } : {})
  }
})
