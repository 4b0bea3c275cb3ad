import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseLayer, TestDatabase } from "../support/database.ts"
import { type Outcome, runCommand, wristbank } from "./runCommand.ts"

const password = "correct horse battery staple"

layer(databaseLayer, { excludeTestServices: true })("a database that was migrated and has nobody", (it) => {
  it.effect("gets an administrator by command, and another one", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const folder = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-test-")))
      const file = join(folder, "password")
      yield* Effect.promise(() => writeFile(file, `${password}\n`))
      const { serverUrl: url } = yield* TestDatabase
      const environment = { DATABASE_URL: Redacted.value(url) }
      const create = (...args: ReadonlyArray<string>) =>
        Effect.promise(() => runCommand(["user", "create", ...args], { cwd: folder, environment }))

      const first = yield* create("olga", "--administrator", "--password-file", file)
      assert.strictEqual(first.code, 0, first.stderr)
      const typed = yield* Effect.promise(() =>
        piped(["user", "create", "omar", "--administrator", "--password-file", "-"], {
          input: `${password}\n`,
          environment
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
      const { serverUrl: url } = yield* TestDatabase
      const environment = { DATABASE_URL: Redacted.value(url) }
      const users = sql`select from usr`
      const before = (yield* users).length
      const refusals = [
        [["pia", "--administrator", "--password-file", "-"], "short", "password of at least 10 characters"],
        [["pia", "--administrator", "--password-file", "-"], "P@ssw0rd2026", "The password is a common one"],
        [["pia", "--administrator", "--password-file", "-"], "", "is empty"],
        [["pia", "--administrator", "--password-file", "/nowhere"], "", "/nowhere can't be read"],
        [["pia", "--administrator"], password, "name a file with --password-file"],
        [["pia", "--password-file", "-"], password, "administrator"]
      ] as const
      for (const [args, input, expected] of refusals) {
        const { code, stderr } = yield* Effect.promise(() =>
          piped(["user", "create", ...args], { input, environment, cwd: folder })
        )
        assert.strictEqual(code, 1, stderr)
        assert.include(stderr, expected)
      }
      assert.lengthOf(yield* users, before)
    }))
})

/** Runs the command line with a text as its standard input. */
const piped = (
  args: ReadonlyArray<string>,
  { cwd = tmpdir(), environment, input }: {
    readonly input: string
    readonly environment: Readonly<Record<string, string>>
    readonly cwd?: string
  }
) =>
  new Promise<Outcome>((done) => {
    const child = spawn(process.execPath, [wristbank, ...args], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", ...environment }
    })
    const said = { stdout: "", stderr: "" }
    child.stdout.on("data", (text) => said.stdout += text)
    child.stderr.on("data", (text) => said.stderr += text)
    child.on("close", (code) => done({ code, ...said }))
    child.stdin.end(input)
  })
