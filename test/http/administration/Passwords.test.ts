import { assert, layer } from "@effect/vitest"
import { hashPassword } from "@wristbank/core/organisation/PasswordHash"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { administrator, call, field, serverLayer, signIn, signInAdministrator } from "../../support/administration.ts"
import { event, outcome, password } from "./Staff.ts"

const weak = "P@ssw0rd2026"

/** All users, sessions and the audit log. */
const everything = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ users: string; sessions: bigint; log: bigint }>`select
    (select md5(string_agg(usr::text, ',' order by id)) from usr) as users,
    (select count(*) from user_session) as sessions, (select count(*) from audit_log) as log`
  return { ...row! }
})

/** Whether sign-in reports that the password must be changed. */
const mustChange = Effect.fnUntraced(function*(username: string, secret: string, node_id: number) {
  const { body, status } = yield* call("/auth/login", { body: { username, password: secret, node_id } })
  assert.strictEqual(status, 200)
  return field(body, "success", "user", "must_change_password")
})

const changeOwn = (token: string, old_password: string, new_password: string) =>
  call("/auth/change-password", { token, body: { old_password, new_password } })

layer(serverLayer, { excludeTestServices: true })("a new password", (it) => {
  it.effect("that is guessed first is refused with the reason, no matter who sets it, and nothing changes", () =>
    Effect.gen(function*() {
      const { id, person, token, user } = yield* event("Weak passwords")
      const kim = yield* person("kim", ["view_node_stats"])
      const before = yield* everything
      const set = (new_password: string, node = id) =>
        call(`/users/${kim.id}/change-password?node_id=${node}`, { token, body: { new_password } })

      assert.deepStrictEqual(outcome(yield* user("lee", { password: weak })), [400, "organisation.password_common"])
      assert.deepStrictEqual(outcome(yield* set(weak)), [400, "organisation.password_common"])
      assert.deepStrictEqual(outcome(yield* changeOwn(kim.token, password, weak)), [
        400,
        "organisation.password_common"
      ])
      assert.deepStrictEqual(yield* everything, before)

      const login = [400, "organisation.password_is_login"]
      assert.deepStrictEqual(outcome(yield* user("leonie", { password: "Leonie2026" })), login)
      assert.deepStrictEqual(outcome(yield* set("kim-kim-kim")), login)
      assert.deepStrictEqual(outcome(yield* changeOwn(kim.token, password, "KIM KIM KIM")), login)
      // A caller who may not set the password learns nothing about the login; one who does not know the old password learns
      // nothing about the new one.
      assert.deepStrictEqual(outcome(yield* set("kim-kim-kim", 0)), [404, "NotFound"])
      assert.deepStrictEqual(outcome(yield* changeOwn(kim.token, "not the password", weak)), [
        403,
        "organisation.old_password_wrong"
      ])
      assert.deepStrictEqual({ ...(yield* everything), log: 0n }, { ...before, log: 0n })
      assert.isTrue(yield* mustChange("kim", password, id))
    }))

  it.effect("is looked at when it is chosen, not when someone signs in with an older one", () =>
    Effect.gen(function*() {
      const { id, user } = yield* event("Old passwords")
      const made = yield* user("noor")
      const sql = yield* SqlClient.SqlClient
      yield* sql`update usr set password_hash = ${yield* hashPassword("password123")} where id = ${field(
        made.body,
        "id"
      ) as number}`
      const token = yield* signIn("noor", "password123", id)
      assert.strictEqual((yield* changeOwn(token, "password123", "a better one than that")).status, 200)
    }))

  it.effect("is to be changed by its user while someone else set it", () =>
    Effect.gen(function*() {
      const { id, token, user } = yield* event("Passwords of others")
      const made = Number(field((yield* user("una")).body, "id"))
      assert.isTrue(yield* mustChange("una", password, id))
      // The field is only a request: a user who ignores it can go on working.
      const una = yield* signIn("una", password, id)
      assert.strictEqual((yield* call("/tree/", { token: una })).status, 200)
      assert.strictEqual((yield* changeOwn(una, password, "a password of my own")).status, 200)
      assert.isFalse(yield* mustChange("una", "a password of my own", id))
      const body = { new_password: "a password from above" }
      assert.strictEqual((yield* call(`/users/${made}/change-password?node_id=${id}`, { token, body })).status, 200)
      assert.isTrue(yield* mustChange("una", "a password from above", id))
    }))

  it.effect("of one's own is no one else's, however it is set", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      assert.isFalse(yield* mustChange(administrator.login, administrator.password, 0))
      const admins = yield* call("/users?node_id=0&filter_privilege=user_management", { token })
      const body = { new_password: administrator.password }
      const path = `/users/${field(admins.body, "ids", 0)}/change-password?node_id=0`
      assert.strictEqual((yield* call(path, { token, body })).status, 200)
      assert.isFalse(yield* mustChange(administrator.login, administrator.password, 0))
    }))
})
