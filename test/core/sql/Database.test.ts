import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer, serverConnection } from "../../support/database.ts"

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

  it.effect("says that nothing was stored when a statement of the transaction failed, even if nobody looked", () =>
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
