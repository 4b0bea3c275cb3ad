import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { connection, databaseLayer, TestDatabase } from "./database.ts"
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

/** Two transactions that each wait for the table of the other. */
const deadlock = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table one ()`
  yield* sql`create table other ()`
  const held = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
  const crossed = (mine: 0 | 1, theirs: 0 | 1) =>
    sql.withTransaction(Effect.gen(function*() {
      yield* sql`lock table ${sql(["one", "other"][mine]!)}`
      yield* Deferred.succeed(held[mine], undefined)
      yield* Deferred.await(held[theirs])
      yield* sql`lock table ${sql(["one", "other"][theirs]!)}`
    }))
  yield* Effect.all([Effect.exit(crossed(0, 1)), Effect.exit(crossed(1, 0))], { concurrency: 2 })
})

it.effect("more deadlocks than allowed fail its end", () =>
  Effect.gen(function*() {
    const ends = (mostDeadlocks: number) =>
      Effect.exit(
        Effect.provide(
          deadlock,
          Layer.provideMerge(connection, Layer.effect(TestDatabase, TestDatabase.make("template1", mostDeadlocks))),
          { local: true }
        )
      )
    const [allowed, refused] = yield* Effect.all([ends(1), ends(0)], { concurrency: 2 })
    assert.isTrue(Exit.isSuccess(allowed))
    assert.isTrue(Exit.isFailure(refused))
  }))
