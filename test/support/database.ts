import { PgClient } from "@effect/sql-pg"
import * as Database from "@wristbank/core/sql/Database"
import { Context, Effect, Layer, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { template, urlOf } from "./template.ts"

/** A migrated database of its own, dropped with the layer: for tests that start processes on it by its URL. */
export class TestDatabase extends Context.Service<TestDatabase, {
  /** As the owner of the tables, who may do what tests have to. */
  readonly url: Redacted.Redacted
  /** As the role that servers and workers have. */
  readonly serverUrl: Redacted.Redacted
}>()(
  "test/TestDatabase",
  {
    make: Effect.fnUntraced(function*(from: string) {
      const server = inject("postgresUrl")
      const name = `test_${randomUUID().replaceAll("-", "")}`
      yield* Effect.acquireRelease(
        onServer((sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(from)} STRATEGY FILE_COPY`),
        () => Effect.orDie(onServer((sql) => sql`DROP DATABASE ${sql(name)} WITH (FORCE)`))
      )
      return { url: urlOf(server, name), serverUrl: urlOf(inject("postgresServerUrl"), name) }
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make(template))
  /** As `layer`, without any table. */
  static readonly empty = Layer.effect(this, this.make("template1"))
}

const connected = Layer.unwrap(
  TestDatabase.useSync(({ url }) => Database.layer({ url, lockTimeoutMillis: 60_000 }))
)

/**
 * PgClient and SqlClient on a migrated database of its own; give it to `it.layer`, one per test file. Locks are waited for
 * however slowly whoever holds them gets on.
 */
export const databaseLayer = Layer.provideMerge(
  connected,
  TestDatabase.layer
)

/** PgClient and SqlClient on the test's database as the role that servers and workers have. */
export const serverConnection = Layer.unwrap(
  TestDatabase.useSync(({ serverUrl }) => Database.layer({ url: serverUrl, lockTimeoutMillis: 60_000 }))
)

/** As `databaseLayer`, on a database without any table. */
export const emptyDatabase = Layer.provideMerge(connected, TestDatabase.empty)

const onServer = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, run),
    PgClient.layer({ url: urlOf(inject("postgresUrl"), "postgres"), maxConnections: 1 })
  )
