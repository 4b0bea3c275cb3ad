import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
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
})
