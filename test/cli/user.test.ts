import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { type Body, caller, done } from "../support/FestivalServer.ts"
import { examplesOf } from "./pageExamples.ts"
import { runOnDatabase } from "./runCommand.ts"

const [first, second] = ["correct horse battery staple", "quite another long password"]

const command = (...args: ReadonlyArray<string>) =>
  runOnDatabase(["user", ...args], { cwd: tmpdir(), environment: { FIRST: first, SECOND: second, SHORT: "short" } })

/** The outcome of a sign-in at the back office. */
const signIn = Effect.fnUntraced(function*(username: string, password: string) {
  const { address } = yield* Festival
  const login = { username, password, node_id: null }
  const answer = yield* caller(`${address}/administration`, null)("POST", "/auth/login", login)
  return answer.status === 200 ? (answer.body["success"] as Body)["user"] as Body : answer.status
})

layer(Festival.layer, { excludeTestServices: true })("wristbank user", (it) => {
  it.effect("makes a user of a node, gives and takes back roles, and sets a password, as the audit log shows", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const place = ["--node", String(event), "--as", administrator.login]
      const refused = Effect.fnUntraced(function*(args: ReadonlyArray<string>, expected: string) {
        const { code, stderr, stdout } = yield* command(...args)
        assert.oneOf(code, [1, 2], stdout)
        assert.include(stderr, expected)
        assert.notInclude(stderr, "short\n", "no error repeats a password")
      })
      const printed = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
        const { code, stderr, stdout } = yield* command(...args)
        assert.strictEqual(code, 0, stderr)
        return stdout.trimEnd()
      })
      const [last] = yield* sql<{ id: bigint }>`select max(id) as id from audit_log`

      yield* refused(["create", "carla", ...place, "--password-env", "SHORT"], "at least 10 characters")
      yield* refused(["create", "!", ...place, "--password-env", "FIRST"], "The login can't be used")
      yield* refused(["create", "carla", "--node", "0", "--as", "nobody", "--password-env", "FIRST"], "nobody")
      yield* printed("create", "carla", ...place, "--password-env", "FIRST", "--display-name", "Carla")
      yield* refused(["create", "carla", ...place, "--password-env", "FIRST"], "carla")
      assert.deepInclude(yield* signIn("carla", first), { display_name: "Carla", must_change_password: true })

      for (const name of ["steward", "runner"]) {
        done(yield* office("POST", "/user-roles", { name, privileges: ["view_node_stats"], is_privileged: false }))
      }
      assert.strictEqual(yield* printed("roles", "carla", ...place), "The user has no role here.")
      yield* refused(["roles", "carla", ...place, "--give", "nothing"], "nothing")
      yield* refused(["roles", "carla", ...place, "--remove", "runner"], "does not have the role runner here")
      yield* refused(["roles", "nobody", ...place], "nobody")
      const [, ...both] = (yield* printed("roles", "carla", ...place, "--give", "steward", "--give", "runner")).split(
        "\n"
      )
      assert.deepStrictEqual(both.map((line) => line.split(/ {2,}/)), [
        [String(event), "Festival", "runner", "everywhere"],
        [String(event), "Festival", "steward", "everywhere"]
      ])
      const left = JSON.parse(yield* printed("roles", "carla", ...place, "--remove", "runner", "--json"))
      assert.deepStrictEqual(left.map(({ roles }: { roles: ReadonlyArray<Body> }) => roles.map(({ name }) => name)), [
        ["steward"]
      ])

      yield* refused(["password", "nobody", "--password-env", "SECOND"], "There is no user nobody")
      yield* refused(["password", "carla", "--password-env", "SHORT"], "at least 10 characters")
      yield* refused(["password", "carla", "--node", "0", "--password-env", "SECOND"], "There is no user carla")
      yield* refused(["password", "carla", "--node", "Fest", "--password-env", "SECOND"], "There is no node Fest")
      yield* printed("password", "carla", "--node", "Festival", "--password-env", "SECOND")
      assert.strictEqual(yield* signIn("carla", first), 403)
      assert.deepInclude(yield* signIn("carla", second), { must_change_password: true })
      const sessions = yield* sql`select from user_session
        where user_id = (select id from usr where login = 'carla')`
      assert.lengthOf(sessions, 1, "the new password ended the session of the old one")

      const entries = yield* sql<{ log_type: string; by: string }>`
        select log_type, content->>'by' as by from audit_log
        where id > ${last!.id} and content->>'by' like '%@%' order by id`
      assert.deepStrictEqual(entries.map(({ log_type }) => log_type), [
        "user_created",
        "user_to_roles_updated",
        "user_to_roles_updated",
        "user_password_changed"
      ])
      for (const { by } of entries) assert.match(by, /^.+@.+$/)
    }))

  it.effect("does what its page shows", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      // No one here has a second factor to reset.
      const examples = examplesOf("users.md").filter(([topic, name]) =>
        topic === "user" && name !== "reset-second-factor"
      )
      assert.isAbove(examples.length, 4)
      for (const [, name = "", ...args] of examples) {
        const here = args.map((word, at) => args[at - 1] === "--node" ? String(event) : word)
        const password = name === "roles" ? [] : ["--password-env", "FIRST"]
        const { code, stderr } = yield* command(name, ...here, ...password)
        assert.strictEqual(code, 0, `${args.join(" ")}: ${stderr}`)
      }
    }))
})
