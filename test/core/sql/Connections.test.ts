import { PgConnection } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import * as Database from "@wristbank/core/sql/Database"
import { Context, Effect, Layer, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { TestDatabase } from "../../support/database.ts"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"

const connections = 4
const outages = 5

/** Retries, as a worker does, until the connection is back. */
const persistently = Effect.retry(Schedule.spaced("5 millis"))

/** The backends of all connections. */
const backends = <E>(reserve: Effect.Effect<Connection, E, Scope.Scope>) =>
  Effect.scoped(Effect.flatMap(
    Effect.all(Array.from({ length: connections }, () => reserve), { concurrency: "unbounded" }),
    Effect.forEach((connection) => connection.executeValues("SELECT pg_backend_pid()", []))
  ))

const served = Effect.gen(function*() {
  const proxy = yield* DatabaseProxy
  const context = yield* Layer.build(Database.layer({ url: proxy.url, connections }))
  const sql = Context.get(context, SqlClient.SqlClient)
  /**
   * The database goes away while nothing waits for it, refuses the connections that replace the lost ones, and comes
   * back.
   */
  const outage = Effect.gen(function*() {
    yield* Effect.all(Array.from({ length: connections }, () => sql`SELECT 1`), { concurrency: "unbounded" })
    const before = proxy.refusals()
    yield* proxy.cut
    yield* Effect.repeat(Effect.sleep("1 millis"), { until: () => proxy.refusals() >= before + connections })
    yield* proxy.heal
    // When another connection is established, those refused before have failed.
    yield* Effect.scoped(PgConnection.make({ url: proxy.url }))
  })
  return { outage, sql }
})

layer(TestDatabase.layer, { excludeTestServices: true })("of several connections", (it) => {
  it.effect("the one that was used last is used next", () =>
    Effect.gen(function*() {
      const { url } = yield* TestDatabase
      const sql = Context.get(yield* Layer.build(Database.layer({ url, connections })), SqlClient.SqlClient)
      assert.lengthOf(new Set((yield* backends(sql.reserve)).flat(2)), connections)
      const inTurn = yield* Effect.all(
        Array.from({ length: 3 * connections }, () => sql`SELECT pg_backend_pid() AS pid`)
      )
      assert.lengthOf(new Set(inTurn.map(([row]) => row?.["pid"])), 1)
    }))
})

layer(Layer.provideMerge(DatabaseProxy.layer, TestDatabase.layer), { excludeTestServices: true })(
  "after an outage",
  (it) => {
    it.effect("there are as many connections as before", () =>
      Effect.gen(function*() {
        const { outage, sql } = yield* served
        for (let n = 0; n < outages; n++) {
          yield* outage
          assert.lengthOf(new Set((yield* backends(persistently(sql.reserve))).flat(2)), connections)
        }
      }))

    it.effect("who asks is answered while another keeps a connection", () =>
      Effect.gen(function*() {
        const { outage, sql } = yield* served
        for (let n = 0; n < outages; n++) {
          yield* outage
          // The cluster engine does the same: it keeps a connection as long as the process lives.
          const kept = yield* Effect.forkScoped(Effect.scoped(Effect.andThen(persistently(sql.reserve), Effect.never)))
          const questions = [
            sql`SELECT 1`,
            sql.withTransaction(sql`SELECT 1`),
            sql`SELECT 1`,
            sql`SELECT 1`,
            sql`SELECT 1`
          ]
          const answers = yield* Effect.forEach(questions, persistently, { concurrency: "unbounded" })
          assert.deepStrictEqual(answers.map((rows) => rows.length), [1, 1, 1, 1, 1])
          kept.interruptUnsafe()
        }
      }))
  }
)
