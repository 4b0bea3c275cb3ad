import { assert, it, layer } from "@effect/vitest"
import { describeUnreachable } from "@wristbank/cli/postgres/DatabaseConnection"
import { migrate } from "@wristbank/core/sql/Migrations"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, readdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { emptyDatabase, TestDatabase } from "../../support/database.ts"
import { runCommand } from "../runCommand.ts"

const setting = "the setting databaseUrl (variable DATABASE_URL)"

const doctorAt = (url: string) =>
  Effect.promise(() => runCommand(["doctor"], { cwd: tmpdir(), environment: { DATABASE_URL: url } }))

it("a malformed address and a database that does not answer have messages of their own", () => {
  assert.strictEqual(
    describeUnreachable("localhost/festival", undefined),
    `${setting} is no address of PostgreSQL: write postgres://user:password@host:port/database`
  )
  const refused = new AggregateError([Object.assign(new Error("connect"), { code: "ECONNREFUSED" })], "all failed")
  assert.strictEqual(
    describeUnreachable("postgres://till:s3cret@db.example/festival", { reason: { cause: refused } }),
    `The database festival at db.example, port 5432, as till was not reached: nothing listens there. See ${setting}`
  )
})

const urlOfDatabase = Effect.map(TestDatabase, ({ url }) => Redacted.value(url))

layer(emptyDatabase, { excludeTestServices: true })("a database that a command can't work on", (test) => {
  test.effect("is named with the reason and the setting, never with the password", () =>
    Effect.gen(function*() {
      const url = yield* urlOfDatabase
      const changed = (change: (to: URL) => void) => {
        const to = new URL(url)
        change(to)
        return to.href
      }
      const cases = [
        [changed((to) => to.port = "1"), /at 127\.0\.0\.1, port 1, .*nothing listens there/],
        [changed((to) => to.hostname = "nobody.invalid"), /nobody\.invalid.*(no host of this name|can't be looked up)/],
        [changed((to) => to.password = "canary-password"), /as wristbank .*the user or the password is wrong/],
        [changed((to) => to.pathname = "/nothing_here"), /database nothing_here .*there is no database of this name/]
      ] as const
      for (const [address, expected] of cases) {
        const { code, stderr } = yield* doctorAt(address)
        assert.strictEqual(code, 4)
        assert.match(stderr, expected)
        assert.include(stderr, setting)
        assert.notInclude(stderr, new URL(address).password)
        assert.strictEqual(stderr.trim().split("\n").length, 1)
      }
    }))

  test.effect("without our tables is not examined", () =>
    Effect.gen(function*() {
      const { code, stderr } = yield* doctorAt(yield* urlOfDatabase)
      assert.strictEqual(code, 1)
      assert.include(stderr, "run wristbank migrate")
    }))

  test.effect("with another program's tables is not migrated, and stays as it is", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table shop_order (id int)`
      const refused = yield* Effect.flip(migrate)
      assert.include(refused.message, "public.shop_order")
      const url = yield* urlOfDatabase
      const { code, stderr } = yield* Effect.promise(() =>
        runCommand(["migrate"], { cwd: tmpdir(), environment: { DATABASE_URL: url } })
      )
      assert.strictEqual(code, 1)
      assert.include(stderr, "tables of another program (public.shop_order)")
      const tables = yield* sql`select from information_schema.tables where table_schema = 'public'`
      assert.strictEqual(tables.length, 1)
    }))
})

it("a command that reads makes no database in a folder without one", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "wristbank-nothing-"))
  for (const args of [["doctor"], ["mail", "list", "--event", "1"]]) {
    const { code, stderr } = await runCommand(args, { cwd })
    assert.strictEqual(code, 1)
    assert.include(stderr, "There is no data in .wristbank")
  }
  assert.deepStrictEqual(await readdir(cwd), [])
})
