import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "./database.ts"
import { everyTable } from "./everyTable.ts"

/** The tables that an effect changes. */
const changedBy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = yield* everyTable
    yield* effect
    const after = yield* everyTable
    return Object.keys(after).filter((table) => after[table] !== before[table])
  })

layer(databaseLayer, { excludeTestServices: true })("the checksums of every table", (it) => {
  it.effect("show each row that was added, changed or removed, and nothing else", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const add = (name: string) =>
        sql`insert into node (parent, name, description, parent_ids) values (0, ${name}, '', '{0}')`
      assert.deepStrictEqual(yield* changedBy(Effect.void), [])
      assert.deepStrictEqual(yield* changedBy(add("one")), ["node"])
      assert.deepStrictEqual(yield* changedBy(sql`select * from node for update`), [])
      assert.deepStrictEqual(yield* changedBy(sql`update node set description = 'new' where name = 'one'`), ["node"])
      assert.deepStrictEqual(yield* changedBy(sql`update node set description = 'new' where name = 'one'`), [])
      assert.deepStrictEqual(
        yield* changedBy(sql.withTransaction(Effect.gen(function*() {
          yield* add("two")
          yield* sql`update node set description = 'newer' where name = 'one'`
          yield* sql`delete from node where name = 'two'`
        }))),
        ["node"]
      )
      const undone = Effect.ignore(sql.withTransaction(Effect.andThen(add("three"), Effect.fail("undone"))))
      assert.deepStrictEqual(yield* changedBy(undone), [])
      assert.deepStrictEqual(yield* changedBy(sql`delete from node where name = 'one'`), ["node"])
    }))

  it.effect("pass over the columns and tables that are written apart from calls", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [user] = yield* sql<{ id: bigint }>`
        insert into usr (node_id, event_id, login, display_name, password_hash)
        values (0, 0, 'somebody', '', 'of no password') returning id`
      yield* sql`insert into user_session (user_id, token_hash, expires_at)
        values (${user!.id}, ${new Uint8Array(32)}, now() + interval '1 day')`
      assert.deepStrictEqual(
        yield* changedBy(sql`update user_session set last_seen_at = now() + interval '1 hour'`),
        []
      )
    }))
})
