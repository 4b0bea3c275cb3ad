import { assert, layer } from "@effect/vitest"
import * as Database from "@wristbank/core/sql/Database"
import { Deferred, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer, TestDatabase } from "./database.ts"
import { DatabaseProxy } from "./DatabaseProxy.ts"

const through = Layer.unwrap(
  DatabaseProxy.useSync(({ url }) => Database.layer({ url, connections: 2, lockTimeoutMillis: 60_000 }))
)

/** Made by the owner of the database, as the role of servers may not create tables. */
const tableToLock = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`create table account_of_test as select id from unnest('{1,2}'::int[]) as id`,
    sql`grant all on account_of_test to public`
  )
)

layer(Layer.provideMerge(Layer.fresh(through), Layer.provideMerge(DatabaseProxy.layer, databaseLayer)), {
  excludeTestServices: true
})("what the proxy sees", (it) => {
  it.effect("is every deadlock, failed statement and rolled back transaction", () =>
    Effect.gen(function*() {
      const { failures } = yield* DatabaseProxy
      const sql = yield* SqlClient.SqlClient
      const { url } = yield* TestDatabase
      yield* Effect.provide(tableToLock, Layer.fresh(Database.layer({ url, connections: 1 })), { local: true })
      assert.deepStrictEqual(yield* failures, { deadlocks: 0, undone: 0 })
      yield* Effect.flip(sql`select 1 / 0`)
      yield* Effect.exit(sql.withTransaction(Effect.andThen(sql`select 1`, Effect.fail("undone"))))
      assert.deepStrictEqual(yield* failures, { deadlocks: 0, undone: 2 })
      const lock = (id: number) => sql`select from account_of_test where id = ${id} for update`
      const held = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
      const crossed = (one: 0 | 1, other: 0 | 1) =>
        sql.withTransaction(Effect.gen(function*() {
          yield* lock(one + 1)
          yield* Deferred.succeed(held[one], undefined)
          yield* Deferred.await(held[other])
          yield* lock(other + 1)
        }))
      yield* Effect.all([Effect.exit(crossed(0, 1)), Effect.exit(crossed(1, 0))], { concurrency: 2 })
      assert.strictEqual((yield* failures).deadlocks, 1)
    }))
})
