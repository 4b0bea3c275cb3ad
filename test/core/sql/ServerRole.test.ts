import { assert, layer } from "@effect/vitest"
import { migrate } from "@wristbank/core/sql/Migrations"
import { excessOfRole, grantToServers } from "@wristbank/core/sql/ServerRole"
import { Cause, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer, serverConnection } from "../../support/database.ts"

const asServer = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(effect, Layer.fresh(serverConnection))

/** Statements that only the owner of the tables may run. */
const forbidden = [
  ...["posting", "audit_log", "ordr", "line_item", "till_closing", "till_tse_history"].flatMap((table) => [
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} add column more int`,
    `drop table ${table}`,
    `create trigger more before insert on ${table} for each row execute function refuse_change()`
  ]),
  "update posting set amount = 1",
  "update audit_log set content = null",
  "update ordr set uuid = null",
  "update line_item set quantity = 1",
  "delete from wristbank_migration",
  "insert into wristbank_migration (migration_id, name) values (9999, 'more')",
  "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
  "create table more (id int)",
  "set session_replication_role = replica",
  "set role wristbank",
  "alter role wristbank_server superuser",
  "create role more",
  "copy account to program 'true'",
  "select pg_read_file('PG_VERSION')"
]

layer(databaseLayer, { excludeTestServices: true })("the role of servers", (it) => {
  for (const statement of forbidden) {
    it.effect(`is refused: ${statement}`, () =>
      asServer(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const exit = yield* Effect.exit(sql.unsafe(statement))
        assert.isTrue(Exit.isFailure(exit))
        const refused = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
        assert.match(refused, /42501|permission denied|must be owner|must be superuser/i)
      })))
  }

  it.effect("may add to what is kept, and do everything elsewhere", () =>
    asServer(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const lacking = yield* sql<{ name: string }>`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and (
          not has_table_privilege(oid, 'select')
          or (relname not like '%migration%' and not has_table_privilege(oid, 'insert')))`
      assert.deepStrictEqual(lacking, [])
      const kept = yield* sql<{ name: string }>`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and not has_table_privilege(oid, 'update')
        order by relname`
      assert.deepStrictEqual(kept.map(({ name }) => name), [
        "audit_log",
        "cluster_runner_migrations",
        "day_seal",
        "day_seal_piece",
        "line_item",
        "node_fee",
        "ordr",
        "posting",
        "ticket_voucher_history",
        "till_closing",
        "till_tse_history",
        "wristbank_migration"
      ])
      assert.isUndefined(yield* excessOfRole)
    })))

  it.effect("gets what it needs on tables that come later, and loses what it must not have", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table later (id bigint generated always as identity)`
      yield* sql`grant update, delete, truncate on posting to wristbank_server`
      assert.deepStrictEqual(yield* asServer(excessOfRole), {
        role: "wristbank_server",
        reason: "may change postings or the audit log"
      })
      yield* migrate
      yield* asServer(SqlClient.SqlClient.use((server) => server`insert into later default values`))
      assert.isUndefined(yield* asServer(excessOfRole))
      assert.isTrue(yield* grantToServers)
      yield* sql`drop table later`
      assert.deepStrictEqual(yield* excessOfRole, { role: "wristbank", reason: "is a superuser" })
    }))

  it.effect("is said to be lacking when the user who migrates may not make it", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      // In a transaction that is rolled back, because all databases of the server share the role.
      const answer = yield* Effect.flip(sql.withTransaction(Effect.gen(function*() {
        yield* sql`alter role wristbank_server rename to wristbank_server_before`
        yield* sql`set local role wristbank_server_before`
        return yield* Effect.fail({ granted: yield* grantToServers })
      })))
      assert.deepStrictEqual(answer, { granted: false })
    }))
})
