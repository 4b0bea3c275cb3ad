import { PgClient } from "@effect/sql-pg"
import * as Database from "@wristbank/core/sql/Database"
import { Context, Effect, Layer, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { deserialize, serialize } from "node:v8"
import { inject } from "vitest"
import { template, urlOf } from "./template.ts"

/** A migrated database of its own, dropped with the layer, for tests that start processes on it by its URL. */
export class TestDatabase extends Context.Service<TestDatabase, {
  /** The URL for the owner of the tables, who has the rights that tests need. */
  readonly url: Redacted.Redacted
  /** The URL for the role of servers and workers. */
  readonly serverUrl: Redacted.Redacted
}>()(
  "test/TestDatabase",
  {
    /** @param mostDeadlocks more of them in this database fail the test file */
    make: Effect.fnUntraced(function*(from: string, mostDeadlocks = Infinity) {
      const name = `test_${randomUUID().replaceAll("-", "")}`
      yield* Effect.acquireRelease(
        onServer((sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(from)} STRATEGY FILE_COPY`),
        () => Effect.orDie(onServer((sql) => dropped(sql, name, mostDeadlocks)))
      )
      return urlsOf(name)
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make(template))
  /** As `layer`, without any table. */
  static readonly empty = Layer.effect(this, this.make("template1"))
}

/** Drops a database. Fails if PostgreSQL had to end more transactions in it that waited for each other. */
const dropped = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, name: string, mostDeadlocks: number) {
  // Sessions tell what they counted when they end.
  yield* sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`
  const [counted] = yield* sql<{ deadlocks: bigint }>`select deadlocks from pg_stat_database where datname = ${name}`
  yield* sql`DROP DATABASE ${sql(name)} WITH (FORCE)`
  const deadlocks = Number(counted?.deadlocks ?? 0)
  if (deadlocks > mostDeadlocks) {
    return yield* Effect.die(new Error(`${deadlocks} deadlocks in the database of this file`))
  }
})

/** A busy machine may take long for the many rows that a test begins with, and holders of locks may get on slowly. */
const patient = { lockTimeoutMillis: 60_000, statementTimeoutMillis: 60_000, onDemand: true }

/** PgClient and SqlClient on the test's database. */
export const connection = Layer.unwrap(TestDatabase.useSync(({ url }) => Database.layer({ url, ...patient })))

/** PgClient and SqlClient on a migrated database of its own; give it to `it.layer`, one per test file. */
export const databaseLayer = Layer.provideMerge(connection, TestDatabase.layer)

/** PgClient and SqlClient on the test's database with the role of servers and workers. */
export const serverConnection = Layer.unwrap(
  TestDatabase.useSync(({ serverUrl }) => Database.layer({ url: serverUrl, ...patient }))
)

/** As `databaseLayer`, on a database without any table. */
export const emptyDatabase = Layer.provideMerge(connection, TestDatabase.empty)

/**
 * The name of a database that is prepared once in a run, by the file that asks for it first, and what `prepare` answered: what
 * stands in it. Tests copy it.
 */
export const prepared = Effect.fnUntraced(function*<A, E>(name: string, prepare: Effect.Effect<A, E, TestDatabase>) {
  return yield* onServer(Effect.fnUntraced(function*(sql) {
    // Held until this connection ends: the others wait for the first.
    yield* sql`SELECT pg_advisory_lock(hashtext(${name}))`
    const [there] = yield* sql<{ contents: string | null }>`
      SELECT shobj_description(oid, 'pg_database') AS contents FROM pg_database WHERE datname = ${name}`
    if (typeof there?.contents === "string") {
      return { name, contents: deserialize(Buffer.from(there.contents, "base64")) as A }
    }
    yield* sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`
    yield* sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)} STRATEGY FILE_COPY`
    const contents = yield* Effect.provideService(prepare, TestDatabase, urlsOf(name))
    const written = serialize(contents).toString("base64")
    yield* sql.unsafe(`COMMENT ON DATABASE ${name} IS '${written}'`)
    return { name, contents }
  }))
})

const urlsOf = (name: string) => ({
  url: urlOf(inject("postgresUrl"), name),
  serverUrl: urlOf(inject("postgresServerUrl"), name)
})

/** Works on a connection of its own to the server that the run shares. */
export const onServer = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, run),
    PgClient.layer({ url: urlOf(inject("postgresUrl"), "postgres"), maxConnections: 1 })
  )
