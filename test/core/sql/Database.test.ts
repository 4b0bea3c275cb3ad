import { assert, layer } from "@effect/vitest"
import * as Database from "@wristbank/core/sql/Database"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { databaseLayer, serverConnection, TestDatabase } from "../../support/database.ts"

layer(databaseLayer, { excludeTestServices: true })("a connection", (it) => {
  it.effect("sets for itself what does not suit short statements, whatever the database has set", () =>
    Effect.gen(function*() {
      const owner = yield* SqlClient.SqlClient
      const [database] = yield* owner<{ name: string }>`select current_database() as name`
      yield* owner`alter database ${owner(database!.name)} set jit = on`
      const settings = yield* Effect.provide(
        SqlClient.SqlClient.use((sql) =>
          sql<{ jit: string; zone: string }>`select current_setting('jit') as jit, current_setting('timezone') as zone`
        ),
        serverConnection
      )
      assert.deepStrictEqual(settings, [{ jit: "off", zone: "UTC" }])
    }))

  it.effect("is opened on demand where that is set, and the one just used is used again", () =>
    Effect.gen(function*() {
      const { url } = yield* TestDatabase
      const applicationName = randomUUID()
      const owner = yield* SqlClient.SqlClient
      const open = owner`select pid from pg_stat_activity where application_name = ${applicationName}`
      yield* Effect.provide(
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* open, [])
          const sql = yield* SqlClient.SqlClient
          for (const n of [1, 2, 3]) yield* sql`select ${n}::integer`
          assert.strictEqual((yield* open).length, 1)
        }),
        Database.layer({ url, applicationName, onDemand: true }),
        { local: true }
      )
    }))

  it.effect("says that nothing was stored when a statement of the transaction failed, even if no one looked", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table entry (said text)`
      const outcome = yield* Effect.result(sql.withTransaction(Effect.gen(function*() {
        yield* sql`insert into entry values ('kept')`
        yield* Effect.ignore(sql`select 1 / 0`)
      })))
      assert.isTrue(Result.isFailure(outcome))
      assert.deepStrictEqual(yield* sql`select said from entry`, [])
    }))
})
