import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, field, serverLayer, signIn } from "../../support/administration.ts"
import { event, insertTags, outcome, password } from "./Staff.ts"

layer(serverLayer, { excludeTestServices: true })("users and roles", (it) => {
  it.effect("a user manager hands out what they hold themselves and nothing else", () =>
    Effect.gen(function*() {
      const { assign, id, person, role, user } = yield* event("Managing")
      const manager = yield* person("manager", ["user_management", "terminal_login"])
      const someone = field((yield* user("someone")).body, "id")
      const one = yield* role("R1", ["terminal_login"])
      const two = yield* role("R2", ["terminal_login", "grant_vouchers"])
      const three = yield* role("R3", ["terminal_login"], true)
      assert.strictEqual((yield* assign(manager.token, someone, [one])).status, 200)
      assert.deepStrictEqual(outcome(yield* assign(manager.token, someone, [one, two])), [
        403,
        "organisation.privileges_not_held"
      ])
      assert.deepStrictEqual(outcome(yield* assign(manager.token, someone, [one, three])), [
        403,
        "organisation.role_privileged"
      ])
      const list = yield* call(`/user-to-roles?node_id=${id}`, { token: manager.token })
      assert.deepInclude(list.body, { user_id: someone, role_ids: [one], terminal_only: false, node_id: id })
      // A user who may assign privileged roles may assign R3 without having its privileges.
      const chief = yield* person("chief", ["user_management", "allow_privileged_role_assignment"])
      assert.strictEqual((yield* assign(chief.token, someone, [one, two, three])).status, 200)
      // The manager can't withdraw what they could not assign, not even from themselves.
      assert.deepStrictEqual(outcome(yield* assign(manager.token, someone, [one])), [
        403,
        "organisation.privileges_not_held"
      ])
      const define = (token: string, privileges: ReadonlyArray<string>, is_privileged = false) =>
        call(`/user-roles?node_id=${id}`, { token, body: { name: `new ${privileges}`, privileges, is_privileged } })
      assert.strictEqual((yield* define(manager.token, ["terminal_login", "terminal_login"])).status, 200)
      assert.strictEqual((yield* define(manager.token, ["payout_management"])).status, 403)
      assert.strictEqual((yield* define(manager.token, ["user_management"], true)).status, 403)
    }))

  it.effect("a role is changed by who manages users at its own node and holds what it grants before and after", () =>
    Effect.gen(function*() {
      const { id, person, role, token } = yield* event("Changing")
      const manager = yield* person("changer", ["user_management", "terminal_login"])
      const change = (as: string, roleId: unknown, privileges: ReadonlyArray<string>) =>
        call(`/user-roles/${roleId}?node_id=${id}`, { token: as, body: { is_privileged: false, privileges } })
      const helper = yield* role("helper", ["terminal_login"])
      const grown = yield* change(manager.token, helper, ["user_management", "terminal_login"])
      assert.deepInclude(grown.body, { id: helper, node_id: id, privileges: ["user_management", "terminal_login"] })
      assert.strictEqual((yield* change(manager.token, helper, ["payout_management"])).status, 403)
      const payer = yield* role("payer", ["payout_management"])
      assert.strictEqual((yield* change(manager.token, payer, ["terminal_login"])).status, 403)
      assert.deepStrictEqual((yield* change(token, 999_999, [])).status, 404)
    }))

  it.effect("a role is changed from below its node with the rights at its node, for all events it counts in", () =>
    Effect.gen(function*() {
      const { id, person, token } = yield* event("Below")
      const other = yield* event("Beside")
      const sql = yield* SqlClient.SqlClient
      const manager = yield* person("below", ["user_management", "terminal_login"])
      const atRoot = { name: "At the root", privileges: ["terminal_login"] }
      const made = (yield* call("/user-roles?node_id=0", { token, body: atRoot })).body
      const path = (node: number) => `/user-roles/${field(made, "id")}?node_id=${node}`
      const body = { is_privileged: false, privileges: ["can_book_orders"] }
      const versions = Effect.map(
        sql<{ version: bigint }>`select version from event where event_id in (${id}, ${other.id}) order by event_id`,
        (rows) => rows.map(({ version }) => version)
      )
      const before = yield* versions
      const asManager = { token: manager.token }
      assert.deepStrictEqual(outcome(yield* call(path(id), { ...asManager, body })), [
        403,
        "organisation.privilege_missing"
      ])
      const removal = yield* call(path(id), { ...asManager, method: "DELETE" })
      assert.deepStrictEqual(outcome(removal), [403, "organisation.privilege_missing"])
      assert.deepStrictEqual(yield* versions, before)

      const changed = yield* call(path(id), { token, body })
      const { version: shownVersion, ...shown } = changed.body as Readonly<Record<string, unknown>>
      assert.isString(shownVersion)
      assert.deepStrictEqual([changed.status, shown], [200, {
        ...body,
        event_privileges: [],
        node_privileges: ["can_book_orders"],
        can_assign_all_roles: false,
        assignable_role_ids: [],
        name: atRoot.name,
        id: field(made, "id"),
        node_id: 0
      }])
      assert.deepStrictEqual(yield* versions, before.map((version) => version + 1n))
      const [entry] = yield* sql`select log_type, node_id from audit_log order by id desc limit 1`
      assert.deepStrictEqual({ ...entry }, { log_type: "user_role_updated", node_id: 0n })
      assert.strictEqual((yield* call(path(id), { token, method: "DELETE" })).status, 200)
      assert.strictEqual((yield* call(path(0), { token, body })).status, 404)
    }))

  it.effect("someone who manages users at the root is always left", () =>
    Effect.gen(function*() {
      const { assign, token } = yield* event("Rooted")
      const roles = (yield* call("/user-roles?node_id=0", { token })).body
      const admin = Number(field(roles, "ids", 0))
      const users = (yield* call("/users?node_id=0&filter_privilege=user_management", { token })).body
      const self = Number(field(users, "ids", 0))
      assert.deepStrictEqual(outcome(yield* assign(token, self, [], 0)), [400, "organisation.last_administrator"])
      assert.strictEqual((yield* assign(token, self, [admin], 0, { terminal_only: true })).status, 400)
      const change = yield* call(`/user-roles/${admin}?node_id=0`, {
        token,
        body: { is_privileged: true, privileges: ["node_administration"] }
      })
      assert.deepStrictEqual(outcome(change), [400, "organisation.last_administrator"])
      assert.strictEqual((yield* call("/users?node_id=0", { token })).status, 200)
    }))

  it.effect("who may carry cash gets a transport account with their name", () =>
    Effect.gen(function*() {
      const { assign, id, role, token, user } = yield* event("Carrying")
      const sql = yield* SqlClient.SqlClient
      const carrier = Number(field((yield* user("carrier")).body, "id"))
      const transport = yield* role("finanzorga", ["cash_transport"])
      assert.strictEqual((yield* assign(token, carrier, [transport])).status, 200)
      const accounts = sql`select account.id, account.name, account.type, account.balance, account.node_id from usr
        join account on account.event_id = usr.event_id and account.id = usr.transport_account_id
        where usr.event_id = ${id}`
      const [account, ...others] = yield* accounts
      assert.deepInclude(account, { name: "carrier", type: "transport", balance: 0n, node_id: BigInt(id) })
      assert.deepStrictEqual(others, [])
      // The account stays when the role is withdrawn, and no second one is made with the role later.
      yield* assign(token, carrier, [])
      yield* assign(token, carrier, [transport])
      assert.deepStrictEqual(yield* accounts, [account!])
      // A role that starts to carry cash opens accounts for all its holders.
      const later = Number(field((yield* user("later")).body, "id"))
      const plain = yield* role("plain", ["terminal_login"])
      yield* assign(token, later, [plain])
      yield* call(`/user-roles/${plain}?node_id=${id}`, {
        token,
        body: { is_privileged: false, privileges: ["cash_transport"] }
      })
      assert.lengthOf(yield* accounts, 2)
    }))

  it.effect("roles that count at terminals only give no rights in the back office", () =>
    Effect.gen(function*() {
      const { assign, bar, id, role, token, user } = yield* event("Terminal only")
      const person = field((yield* user("tilly")).body, "id")
      const lead = yield* role("lead", ["node_administration"])
      const answer = yield* assign(token, person, [lead], id, { terminal_only: true })
      assert.deepInclude(answer.body, { terminal_only: true, role_ids: [lead], node_id: id, user_id: person })
      const tilly = yield* signIn("tilly", password)
      assert.strictEqual((yield* call(`/tree/events/${id}/settings`, { token: tilly })).status, 403)
      assert.strictEqual((yield* assign(token, person, [lead], bar)).status, 200)
      assert.strictEqual((yield* call(`/tree/events/${id}/settings`, { token: tilly })).status, 403)
      assert.strictEqual((yield* call(`/tree/nodes/${bar}/audit-logs`, { token: tilly })).status, 200)
      assert.strictEqual((yield* assign(token, person, [lead])).status, 200)
      assert.strictEqual((yield* call(`/tree/events/${id}/settings`, { token: tilly })).status, 200)
    }))

  it.effect("an empty list takes away the roles at that node only, and is audited", () =>
    Effect.gen(function*() {
      const { assign, bar, id, role, token, user } = yield* event("Emptying")
      const person = field((yield* user("emil")).body, "id")
      const helper = yield* role("helper", ["terminal_login"])
      yield* assign(token, person, [helper])
      yield* assign(token, person, [helper], bar)
      assert.strictEqual((yield* assign(token, person, [])).status, 200)
      const list = (yield* call(`/user-to-roles?node_id=${bar}`, { token })).body
      const own = Array.isArray(list) ? list.filter((entry) => entry.user_id === person) : list
      assert.deepStrictEqual(own, [{ user_id: person, role_ids: [helper], terminal_only: false, node_id: bar }])
      const logs = yield* call(`/tree/nodes/${id}/audit-logs?limit=1`, { token })
      assert.strictEqual(field(logs.body, 0, "log_type"), "user_to_roles_updated")
      const entry = yield* call(`/tree/nodes/${id}/audit-logs/${field(logs.body, 0, "id")}`, { token })
      assert.deepInclude(field(entry.body, "content"), { role_ids: [], old_role_ids: [helper] })
      for (
        const [user_id, role_ids, missing] of [[999_999, [helper], "user"], [person, [999_999], "user_role"]] as const
      ) {
        const answer = yield* assign(token, user_id, [...role_ids])
        assert.deepStrictEqual([answer.status, field(answer.body, "element_type")], [404, missing])
      }
    }))

  it.effect("a user has a password or a tag, and a login of their own along the path", () =>
    Effect.gen(function*() {
      const { id, token, user } = yield* event("Creating")
      assert.deepStrictEqual(outcome(yield* user("nobody", {})), [400, "organisation.user_without_sign_in"])
      assert.deepStrictEqual(outcome(yield* user("nobody", { password: "" })), [
        400,
        "organisation.user_without_sign_in"
      ])
      assert.strictEqual((yield* user("nobody", { password: "too short" })).status, 422)
      assert.strictEqual((yield* user("...", { password })).status, 422)
      assert.strictEqual((yield* user("nobody", { user_tag_uid_hex: "xyz" })).status, 422)
      const made = yield* user("una")
      assert.deepInclude(made.body, { login: "una", node_id: id, user_tag_id: null, user_tag_uid_hex: null })
      assert.deepStrictEqual(outcome(yield* user("una")), [400, "organisation.login_taken"])
      // Also above and below: the login would no longer identify one user.
      assert.strictEqual((yield* user("una", { password }, 0)).status, 400)
      assert.strictEqual((yield* user("admin")).status, 400)
      assert.strictEqual((yield* user("boss", { password, user_tag_pin: "AA", user_tag_uid_hex: "AB" }, 0)).status, 400)
      const list = (yield* call(`/users?node_id=${id}`, { token })).body
      const ids = field(list, "ids")
      assert.isTrue(Array.isArray(ids) && ids.includes(field(made.body, "id")))
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* sql`select account.type from usr
        join account on account.event_id = usr.event_id and account.id = usr.customer_account_id
        join customer on customer.event_id = account.event_id and customer.account_id = account.id
        where usr.event_id = ${id}`
      assert.deepStrictEqual(accounts.map(({ type }) => type), ["private"])
    }))

  it.effect("a tag learns its chip from its PIN and belongs to one user", () =>
    Effect.gen(function*() {
      const { id, person, token, user } = yield* event("Tagging")
      yield* insertTags(id, ["AB12", "CD34"])
      const tag = { user_tag_uid_hex: "4A1B2C3D4E5F6", user_tag_pin: "AB12" }
      assert.deepStrictEqual(outcome(yield* user("tessa", { user_tag_uid_hex: "4A1B2C3D4E5F6" })), [
        400,
        "organisation.chip_new"
      ])
      const unknown = yield* user("tessa", { ...tag, user_tag_pin: "ab123" })
      assert.deepStrictEqual([unknown.status, field(unknown.body, "element_type")], [404, "user_tag"])
      const tessa = yield* user("tessa", tag)
      assert.deepInclude(tessa.body, {
        user_tag_uid: 1303689068602870,
        user_tag_uid_hex: "4A1B2C3D4E5F6",
        user_tag_pin: "AB12"
      })
      assert.deepStrictEqual(outcome(yield* user("tom", tag)), [400, "organisation.tag_of_other_user"])
      // The chip of a tag in use is never overwritten.
      assert.deepStrictEqual(outcome(yield* user("tom", { ...tag, user_tag_uid_hex: "FF" })), [
        400,
        "organisation.tag_of_other_user"
      ])
      const sql = yield* SqlClient.SqlClient
      const [linked] = yield* sql`select account.user_tag_id = usr.user_tag_id as same from usr
        join account on account.event_id = usr.event_id and account.id = usr.customer_account_id
        where usr.event_id = ${id} and login = 'tessa'`
      assert.deepStrictEqual({ ...linked }, { same: true })
      // PINs open accounts in the portal, so only users who manage users see them.
      const helper = yield* person("helper of tags", ["terminal_login"])
      const pin = (as: string) =>
        Effect.map(call(`/users?node_id=${id}`, { token: as }), ({ body }) =>
          field(body, "entities", String(field(tessa.body, "id")), "user_tag_pin"))
      assert.deepStrictEqual([yield* pin(token), yield* pin(helper.token)], ["AB12", null])
    }))
})
