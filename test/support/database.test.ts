import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { databaseLayer } from "./database.ts"
import { urlOf } from "./template.ts"

const nameOfOwn = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT current_database() AS name`
  yield* sql`CREATE TABLE only_here (id int)`
  return String(rows[0]?.name)
})

it.effect("each layer has a database of its own, which goes with it", () =>
  Effect.gen(function*() {
    const use = Effect.provide(nameOfOwn, databaseLayer, { local: true })
    const names = yield* Effect.all([use, use], { concurrency: 2 })
    assert.notStrictEqual(names[0], names[1])
    const left = yield* Effect.provide(
      SqlClient.SqlClient.use((sql) => sql`SELECT datname FROM pg_database WHERE ${sql.in("datname", names)}`),
      PgClient.layer({ url: urlOf(inject("postgresUrl"), "postgres") })
    )
    assert.deepStrictEqual(left, [])
  }))
