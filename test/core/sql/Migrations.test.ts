import { assert, layer } from "@effect/vitest"
import {
  migrate,
  type Migration,
  migrations,
  names,
  pending,
  runAll,
  statementsOf
} from "@wristbank/core/sql/Migrations"
import { Effect, Fiber, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { emptyDatabase } from "../../support/database.ts"
import { locked, lockWaits } from "../../support/lockWaits.ts"
import { workReported } from "../../support/WorkReported.ts"

const newest = migrations.at(-1)!.id

/** Migrations of a later version, which no version has: only these tests know them. */
const later = (...files: ReadonlyArray<string>): ReadonlyArray<Migration> =>
  files.map((text, n) => ({ id: newest + 1 + n, name: `later_${n}`, statements: () => statementsOf(text) }))

const ids = (ran: ReadonlyArray<readonly [id: number, name: string]>) => ran.map(([id]) => id)

/** An event with one guest. */
const guest = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into node (id, parent, name, description, parent_ids, event_id) overriding system value
    values (7, 0, 'Festival', '', '{0}', 7)`
  yield* sql`insert into event (event_id, settings) values (7, '{}')`
  yield* sql`insert into account (event_id, id, node_id, type, balance) overriding system value
    values (7, 61, 7, 'private', 1250)`
})

layer(emptyDatabase, { excludeTestServices: true })("a database that lacks the newest migrations", (it) => {
  it.effect("gets these alone, while it tells how many have run, and nothing at a further run", () =>
    Effect.gen(function*() {
      const half = names.length >> 1
      assert.deepStrictEqual(yield* pending, names)
      yield* runAll(migrations.slice(0, half))
      assert.deepStrictEqual(yield* pending, names.slice(half))
      const { answer: ran, reports } = yield* workReported(migrate)
      assert.deepStrictEqual(reports.map(([done]) => done), names.map((_, at) => at + 1))
      assert.isTrue(reports.every(([, total]) => total === names.length))
      assert.deepStrictEqual(ids(ran), migrations.slice(half).map(({ id }) => id))
      assert.deepStrictEqual(yield* migrate, [])
      assert.deepStrictEqual(yield* pending, [])
    }))
})

layer(emptyDatabase, { excludeTestServices: true })("a migration whose table is in use", (it) => {
  it.effect("lets bookings pass, says what has run, and runs once the table is free", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* migrate
      yield* guest
      const wanted = [
        ...migrations,
        ...later(
          "create table later (id bigint);\n",
          "alter table account add column later text not null default 'x';\n"
        )
      ]
      const reported = yield* locked(sql`select from account`)
      const migrating = yield* Effect.forkChild(runAll(wanted))
      yield* lockWaits()
      yield* sql`update account set balance = balance + 50 where event_id = 7 and id = 61`
      assert.deepStrictEqual(yield* sql`select max(migration_id) as newest from wristbank_migration`, [
        { newest: newest + 1 }
      ])
      yield* reported
      assert.deepStrictEqual(ids(yield* Fiber.join(migrating)), [newest + 1, newest + 2])
      assert.deepStrictEqual(yield* sql`select balance, later from account`, [{ balance: 1300n, later: "x" }])
      // A server of this version lacks nothing.
      assert.deepStrictEqual(yield* pending, [])
    }).pipe(Effect.provide(Logger.layer([]))))

  it.effect("leaves nothing behind if one of its statements fails", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* migrate
      const [before] = yield* sql<{ newest: number }>`select max(migration_id) as newest from wristbank_migration`
      const failing: Migration = {
        id: before!.newest + 1,
        name: "failing",
        statements: () => statementsOf("create table half (id bigint);\n\ninsert into half values ('no number');\n")
      }
      yield* Effect.flip(runAll([failing]))
      assert.deepStrictEqual(yield* sql`select to_regclass('half') as half`, [{ half: null }])
      assert.deepStrictEqual(yield* sql`select max(migration_id) as newest from wristbank_migration`, [before!])
    }))
})
