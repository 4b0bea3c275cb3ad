import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { call, field, serverLayer, signIn } from "../../support/administration.ts"
import { lockWaits } from "../../support/lockWaits.ts"
import { event, outcome, password } from "./Staff.ts"

const newPassword = "quite another password"

/** An event with calls about its users. */
const office = Effect.fnUntraced(function*(name: string) {
  const at = yield* event(name)
  const change = (as: string, id: unknown, data: object, node = at.id) =>
    call(`/users/${id}?node_id=${node}`, { token: as, body: { display_name: "Somebody", ...data } })
  const setPassword = (as: string, id: unknown, new_password = newPassword, node = at.id) =>
    call(`/users/${id}/change-password?node_id=${node}`, { token: as, body: { new_password } })
  const remove = (as: string, id: unknown, node = at.id) =>
    call(`/users/${id}?node_id=${node}`, { token: as, method: "DELETE" })
  const look = (as: string, id: unknown, node = at.id) => call(`/users/${id}?node_id=${node}`, { token: as })
  const audited = Effect.fnUntraced(function*(log_type: string) {
    const logs = (path: string) => call(`/tree/nodes/${at.id}/audit-logs${path}`, { token: at.token })
    const [latest] = (yield* logs(`?log_type=${log_type}&limit=1`)).body as ReadonlyArray<{ readonly id: number }>
    return (yield* logs(`/${latest?.id}`)).body
  })
  return { ...at, audited, change, look, remove, setPassword }
})

/** All users with passwords and roles, and all roles. */
const usersAndRoles = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`select
    (select md5(string_agg(usr::text, ',' order by usr.id)) from usr) as users,
    (select md5(string_agg(user_role::text, ',' order by id)) from user_role) as roles,
    (select md5(string_agg(given::text, ',' order by given)) from user_to_role given) as given`
  return { ...row }
})

layer(serverLayer, { excludeTestServices: true })("users in the office", (it) => {
  it.effect("a user is seen at the home node and below, and changed at the home node", () =>
    Effect.gen(function*() {
      const { audited, bar, change, id, look, person, token, user } = yield* office("Changing users")
      const made = Number(field((yield* user("una")).body, "id"))
      const manager = yield* person("manager", ["user_management"])
      const clerk = yield* person("clerk", ["create_user"])
      for (const node of [id, bar]) assert.deepInclude((yield* look(manager.token, made, node)).body, { login: "una" })
      assert.deepStrictEqual(outcome(yield* look(clerk.token, made)), [403, "organisation.privilege_missing"])
      assert.deepStrictEqual((yield* look(token, made, 0)).status, 404)
      assert.deepStrictEqual((yield* look(token, 999_999)).status, 404)
      const changed = yield* change(manager.token, made, { login: "ursa", description: "Bar" })
      assert.deepInclude(changed.body, { id: made, login: "ursa", display_name: "Somebody", description: "Bar" })
      const entry = yield* audited("user_updated")
      assert.deepInclude(entry, { originating_user_id: manager.id, node_id: id })
      assert.deepInclude(field(entry, "content"), { id: made, login: "ursa" })
      assert.deepInclude(field(entry, "content", "old"), { login: "una" })
      assert.strictEqual((yield* change(manager.token, made, { login: "ursa" })).status, 200)
      assert.deepStrictEqual(outcome(yield* change(manager.token, made, { login: "clerk" })), [
        400,
        "organisation.login_taken"
      ])
      assert.deepStrictEqual(outcome(yield* change(clerk.token, made, { login: "x" })), [
        403,
        "organisation.privilege_missing"
      ])
      assert.strictEqual((yield* change(manager.token, made, { login: "..." })).status, 422)
      // A user can't be changed at a node that forbids users; outside the home node they are not found.
      assert.deepStrictEqual(outcome(yield* change(token, made, { login: "x" }, bar)), [400, "ResourceNotAllowed"])
      const admin = field((yield* call("/users?node_id=0&filter_privilege=user_management", { token })).body, "ids", 0)
      assert.deepStrictEqual(outcome(yield* change(token, admin, { login: "x" })), [404, "NotFound"])
    }))

  it.effect("a new password ends all sessions of its user", () =>
    Effect.gen(function*() {
      const { audited, id, look, person, setPassword } = yield* office("Passwords")
      const manager = yield* person("manager", ["user_management", "view_node_stats"])
      const kim = yield* person("kim", ["view_node_stats"])
      const second = yield* signIn("kim", password, id)
      const answer = yield* setPassword(manager.token, kim.id)
      assert.deepStrictEqual([answer.status, field(answer.body, "login")], [200, "kim"])
      for (const old of [kim.token, second]) {
        assert.deepStrictEqual(outcome(yield* call("/tree/", { token: old })), [401, "Unauthorized"])
      }
      const sign = (word: string) => call("/auth/login", { body: { username: "kim", password: word, node_id: id } })
      assert.strictEqual((yield* sign(password)).status, 403)
      assert.strictEqual((yield* sign(newPassword)).status, 200)
      const entry = yield* audited("user_password_changed")
      assert.deepInclude(entry, { originating_user_id: manager.id, node_id: id, content: { id: kim.id } })
      assert.strictEqual((yield* setPassword(manager.token, kim.id, "")).status, 422)
      assert.strictEqual((yield* setPassword(manager.token, 999_999)).status, 404)
      assert.strictEqual((yield* look(manager.token, kim.id)).status, 200)
      assert.deepStrictEqual(outcome(yield* setPassword(kim.token, manager.id)), [401, "Unauthorized"])
    }))

  it.effect("no one becomes someone who can do more, by password, tag or removal", () =>
    Effect.gen(function*() {
      const { assign, bar, change, id, person, remove, role, setPassword, token } = yield* office("Escalating")
      const manager = yield* person("manager", ["user_management", "terminal_login"])
      const chief = yield* person("chief", ["user_management", "allow_privileged_role_assignment"])
      const treasurer = yield* person("treasurer", ["terminal_login", "payout_management"])
      const plain = yield* person("plain", ["terminal_login"])
      const attempts = (as: string, target: number) =>
        Effect.all([setPassword(as, target), change(as, target, { login: "taken over" }), remove(as, target)])
      for (const target of [treasurer, chief]) {
        for (const refusal of yield* attempts(manager.token, target.id)) {
          assert.deepStrictEqual(outcome(refusal), [403, "organisation.privileges_not_held"])
        }
      }
      // Neither below, nor for terminals only, nor with the privileged flag alone.
      const [power, privileged] = [yield* role("power", ["grant_vouchers"]), yield* role("flag", [], true)]
      for (
        const [node, roles, more, rule] of [
          [bar, [power], {}, "privileges_not_held"],
          [id, [privileged], { terminal_only: true }, "role_privileged"]
        ] as const
      ) {
        const target = yield* person(`of ${node}`, ["terminal_login"])
        assert.strictEqual((yield* assign(token, target.id, [...roles], node, more)).status, 200)
        for (const refusal of yield* attempts(manager.token, target.id)) {
          assert.deepStrictEqual(outcome(refusal), [403, `organisation.${rule}`])
        }
      }
      assert.strictEqual((yield* call("/tree/", { token: treasurer.token })).status, 200)
      assert.strictEqual((yield* setPassword(manager.token, plain.id)).status, 200)
      assert.strictEqual((yield* setPassword(chief.token, treasurer.id)).status, 200)
      // A role that someone holds can't be extended beyond its editor's rights, not even the editor's own role.
      const own = yield* role("own", ["user_management"])
      yield* assign(token, manager.id, [own])
      const grow = (privileges: ReadonlyArray<string>) =>
        call(`/user-roles/${own}?node_id=${id}`, { token: manager.token, body: { is_privileged: false, privileges } })
      assert.deepStrictEqual(outcome(yield* grow(["user_management", "node_administration"])), [
        403,
        "organisation.privileges_not_held"
      ])
      assert.deepStrictEqual(outcome(yield* assign(manager.token, manager.id, [own, power])), [
        403,
        "organisation.privileges_not_held"
      ])
      assert.strictEqual((yield* grow(["user_management"])).status, 200)
    }))

  it.effect("who did nothing is deleted, who did something is deactivated and can do nothing any more", () =>
    Effect.gen(function*() {
      const { assign, audited, id, look, person, remove, role, token, user } = yield* office("Leaving")
      const sql = yield* SqlClient.SqlClient
      const stored = (who: number) => sql`select login, deactivated_at is not null as left from usr where id = ${who}`
      const nobody = Number(field((yield* user("nobody")).body, "id"))
      yield* assign(token, nobody, [yield* role("worker", ["terminal_login"])])
      assert.deepStrictEqual((yield* remove(token, nobody)).body, null)
      assert.lengthOf(yield* stored(nobody), 0)
      assert.deepInclude(yield* audited("user_deleted"), {
        content: { id: nobody, login: "nobody", deactivated: false }
      })

      const manager = yield* person("manager", ["user_management", "terminal_login"])
      assert.deepStrictEqual(outcome(yield* remove(manager.token, manager.id)), [400, "organisation.own_user"])
      assert.strictEqual((yield* remove(token, manager.id)).status, 200)
      assert.deepStrictEqual((yield* stored(manager.id)).map((row) => ({ ...row })), [{ login: "manager", left: true }])
      const entry = yield* audited("user_deleted")
      assert.deepInclude(entry, { content: { id: manager.id, login: "manager", deactivated: true } })
      assert.deepStrictEqual(outcome(yield* call("/tree/", { token: manager.token })), [401, "Unauthorized"])
      assert.strictEqual(
        (yield* call("/auth/login", { body: { username: "manager", password, node_id: id } })).status,
        403
      )
      assert.strictEqual((yield* look(token, manager.id)).status, 404)
      assert.strictEqual((yield* remove(token, manager.id)).status, 404)
      assert.strictEqual((yield* assign(token, manager.id, [])).status, 404)
      const list = (yield* call(`/users?node_id=${id}`, { token })).body
      assert.isUndefined(field(list, "entities", String(manager.id)))
      const assignments = (yield* call(`/user-to-roles?node_id=${id}`, { token })).body
      assert.notInclude((assignments as ReadonlyArray<object>).map((row) => field(row, "user_id")), manager.id)
      // The login is free for a successor.
      const successor = yield* user("manager")
      assert.strictEqual(successor.status, 200)
      assert.notStrictEqual(field(successor.body, "id"), manager.id)
    }))

  it.effect("an account for carrying cash that was never used goes with its user, and keeps no one on record", () =>
    Effect.gen(function*() {
      const { assign, id, person, remove, role, token, user } = yield* office("Carrying")
      const sql = yield* SqlClient.SqlClient
      const carries = yield* role("carries", ["cash_transport"])
      const carrier = Effect.fnUntraced(function*(login: string) {
        const userId = Number(field((yield* user(login)).body, "id"))
        yield* assign(token, userId, [carries])
        yield* assign(token, userId, [])
        return userId
      })
      const accounts = Effect.map(
        sql<{ name: string }>`select name from account where event_id = ${id} and type = 'transport' order by id`,
        (rows) => rows.map(({ name }) => name)
      )
      const stored = (who: number) => sql`select transport_account_id from usr where id = ${who}`
      const cashiers = Effect.map(
        call(`/cashiers?node_id=${id}`, { token }),
        ({ body }) => Object.values(field(body, "entities") as object).map((one) => field(one, "login"))
      )
      const [ines, used] = [yield* carrier("ines"), yield* carrier("used")]
      const acted = yield* person("acted", ["user_management"])
      yield* assign(token, acted.id, [carries])
      yield* carrier("stays")
      yield* sql`insert into posting (event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at)
        select ${id}, 1, 1, transport_account_id, 100, 0, now() from usr where id = ${used}
        union all select ${id}, 1, transport_account_id, 1, 100, 0, now() from usr where id = ${used}`
      assert.includeMembers(yield* cashiers, ["ines", "used", "acted"])
      for (const who of [ines, used, acted.id]) assert.strictEqual((yield* remove(token, who)).status, 200)
      assert.deepStrictEqual(yield* accounts, ["used", "stays"])
      assert.lengthOf(yield* stored(ines), 0)
      assert.lengthOf(yield* stored(used), 1)
      assert.deepStrictEqual((yield* stored(acted.id)).map((row) => ({ ...row })), [{ transport_account_id: null }])

      assert.notIncludeMembers(yield* cashiers, ["used"])
      assert.notIncludeMembers(yield* cashiers, ["acted"])
      for (const who of [used, acted.id]) {
        assert.strictEqual((yield* call(`/cashiers/${who}?node_id=${id}`, { token })).status, 404)
        assert.strictEqual((yield* call(`/cashiers/${who}/shifts?node_id=${id}`, { token })).status, 200)
      }
    }))

  it.effect("rights that are taken away while a call waits for its turn count no more", () =>
    Effect.gen(function*() {
      const { assign, change, id, person, role, setPassword, user } = yield* office("Waiting")
      const sql = yield* SqlClient.SqlClient
      const own = yield* role("own", ["user_management"])
      const target = field((yield* user("target")).body, "id")
      const manager = yield* person("manager", ["user_management"])
      const as = { token: manager.token }
      const calls = [
        assign(manager.token, target, [own]),
        assign(manager.token, manager.id, [own]),
        call(`/user-roles?node_id=${id}`, { ...as, body: { name: "new", privileges: [] } }),
        call(`/user-roles/${own}?node_id=${id}`, { ...as, body: { is_privileged: false, privileges: [] } }),
        call(`/user-roles/${own}?node_id=${id}`, { ...as, method: "DELETE" }),
        call(`/users?node_id=${id}`, { ...as, body: { login: "new", display_name: "", password } }),
        change(manager.token, target, { login: "changed" }),
        setPassword(manager.token, target)
      ]
      const [first] = yield* sql<{ role_id: bigint }>`select role_id from user_to_role where user_id = ${manager.id}`
      const before = yield* usersAndRoles
      for (const one of calls) {
        const [held, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const withdrawal = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
          yield* sql`select from event where event_id = ${id} for update`
          yield* Deferred.succeed(held, undefined)
          yield* Deferred.await(release)
          yield* sql`delete from user_to_role where user_id = ${manager.id}`
        })))
        yield* Deferred.await(held)
        const running = yield* Effect.forkChild(one)
        yield* lockWaits()
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(withdrawal)
        const answer = yield* Fiber.join(running)
        assert.deepStrictEqual(outcome(answer), [403, "organisation.privilege_missing"], JSON.stringify(answer.body))
        yield* sql`insert into user_to_role (node_id, user_id, role_id) values (${id}, ${manager.id}, ${
          first!.role_id
        })`
      }
      assert.deepStrictEqual(yield* usersAndRoles, before)
    }))

  it.effect("the last administrator of the installation stays, the one before may go", () =>
    Effect.gen(function*() {
      const { assign, remove, setPassword, token, user } = yield* office("Last")
      const list = (path: string) =>
        Effect.map(call(`${path}?node_id=0`, { token }), ({ body }) => field(body, "ids", 0))
      const [first, admin] = [yield* list("/users"), Number(yield* list("/user-roles"))]
      const second = Number(field((yield* user("second", { password }, 0)).body, "id"))
      assert.strictEqual((yield* assign(token, second, [admin], 0)).status, 200)
      const other = yield* signIn("second", password, 0)
      // Both remove each other at the same time: one of them is left.
      const answers = yield* Effect.all([remove(token, second, 0), remove(other, first, 0)], { concurrency: 2 })
      const statuses = answers.map(({ status }) => status)
      assert.lengthOf(statuses.filter((status) => status === 200), 1, statuses.join())
      const [left, gone] = statuses[0] === 200 ? [token, second] : [other, first]
      assert.strictEqual((yield* setPassword(left, gone, newPassword, 0)).status, 404)
      const roles = yield* call("/users?node_id=0&filter_privilege=user_management", { token: left })
      assert.lengthOf(field(roles.body, "ids") as ReadonlyArray<number>, 1)
      assert.deepStrictEqual(outcome(yield* remove(left, field(roles.body, "ids", 0), 0)), [
        400,
        "organisation.own_user"
      ])
    }))
})
