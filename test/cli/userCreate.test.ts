import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseLayer, TestDatabase } from "../support/database.ts"
import { runOnDatabase, spawnCommand } from "./runCommand.ts"

const password = "correct horse battery staple"

layer(databaseLayer, { excludeTestServices: true })("a database that was migrated and has nobody", (it) => {
  it.effect("gets an administrator by command, and another one", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const folder = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-test-")))
      const file = join(folder, "password")
      yield* Effect.promise(() => writeFile(file, `${password}\n`))
      const { serverUrl: url } = yield* TestDatabase
      const first = yield* runOnDatabase(["user", "create", "olga", "--administrator", "--password-file", file], {
        cwd: folder
      })
      assert.strictEqual(first.code, 0, first.stderr)
      const typed = yield* Effect.promise(() =>
        spawnCommand(["user", "create", "omar", "--administrator", "--password-file", "-"], {
          cwd: folder,
          input: `${password}\n`,
          environment: { DATABASE_URL: Redacted.value(url) }
        })
      )
      assert.strictEqual(typed.code, 0, typed.stderr)
      const made =
        yield* sql`select usr.login, usr.node_id, role.name, 'user_management' = any(role.privileges) as manages,
          usr.must_change_password
        from usr join user_to_role assigned on assigned.user_id = usr.id join user_role role on role.id = assigned.role_id
        where usr.password_hash is not null order by usr.login`
      assert.deepStrictEqual(made.map((row) => ({ ...row })), [
        { login: "olga", node_id: 0n, name: "admin", manages: true, must_change_password: true },
        { login: "omar", node_id: 0n, name: "admin", manages: true, must_change_password: true }
      ])
      const entries = yield* sql<{ log_type: string; content: { readonly by?: string } }>`
        select log_type, content from audit_log order by id`
      assert.deepStrictEqual(entries.map(({ log_type }) => log_type), ["user_created", "user_created"])
      assert.include(entries[0]?.content.by, "@")
      assert.notInclude(JSON.stringify(entries), password)
    }))

  it.effect("is left as it is when something is wrong", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const folder = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-test-")))
      const file = join(folder, "password")
      const users = sql`select from usr`
      const before = (yield* users).length
      const refusals = [
        [["--administrator", "--password-file", file], "short", "password of at least 10 characters"],
        [["--administrator", "--password-file", file], "P@ssw0rd2026", "The password is a common one"],
        [["--administrator", "--password-file", file], "", "is empty"],
        [["--administrator", "--password-file", "/nowhere"], "", "/nowhere can't be read"],
        [["--administrator"], password, "name a file with --password-file"],
        [["--administrator", "--password-env", "NOT_SET"], "", "NOT_SET is not set in the environment"],
        [["--as", "olga", "--password-file", file], password, "--node"],
        [["--password-file", file], password, "administrator"]
      ] as const
      for (const [args, content, expected] of refusals) {
        yield* Effect.promise(() => writeFile(file, content))
        const { code, stderr } = yield* runOnDatabase(["user", "create", "pia", ...args], { cwd: folder })
        assert.oneOf(code, [1, 2], stderr)
        assert.include(stderr, expected)
      }
      assert.lengthOf(yield* users, before)
    }))
})
