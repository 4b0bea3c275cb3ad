import { assert, layer } from "@effect/vitest"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { audited, role, worker } from "../../support/FestivalPeople.ts"
import { type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import { type FestivalTill, login } from "../../support/FestivalTill.ts"

/** A till at a node below the event, with a signed-in user who has these privileges. */
const staffed = Effect.fnUntraced(function*(privileges: ReadonlyArray<Privilege>) {
  const festival = yield* Festival
  const node = { name: randomUUID(), description: "" }
  const stage = yield* created(festival.admin("POST", `/tree/nodes/${festival.event}/create-node`, node))
  const till = yield* festival.tills.open({ node: stage })
  const boss = yield* worker(["terminal_login", ...privileges])
  done(yield* till.post("/user/login", login(boss)))
  return { ...festival, stage, till, boss }
})

/** Creates a user with a tag of their own. */
const recruit = Effect.fnUntraced(function*(till: FestivalTill, role_ids: ReadonlyArray<number>, more: Body = {}) {
  const { tills } = yield* Festival
  const { pin, uid } = yield* tills.tag()
  const request = {
    login: randomUUID(),
    display_name: "Robin",
    user_tag_pin: pin,
    user_tag_uid: uid,
    role_ids,
    ...more
  }
  return { request, uid, call: till.post("/user/create-user", request) }
})

const rolesAt = Effect.fnUntraced(function*(node: number, userId: unknown) {
  const { at } = yield* Festival
  const list = listOf(yield* at(node)("GET", "/user-to-roles"))
  return list.filter(({ node_id, user_id }) => node_id === node && user_id === userId)
    .map(({ role_ids, terminal_only }) => ({ role_ids, terminal_only }))
})

layer(Festival.layer, { excludeTestServices: true })("people at terminals", (it) => {
  it.effect("everyone sees themselves, with their roles and the cash they answer for", () =>
    Effect.gen(function*() {
      const { at, boss, event, stage, till } = yield* staffed(["can_book_orders", "cash_transport"])
      const second = yield* role(["terminal_login"])
      done(yield* at(stage)("POST", "/user-to-roles", { user_id: boss.id, role_ids: [second] }))
      yield* (yield* Festival).tills.stockUp(till.post, boss, 120)
      const { body } = done(yield* till.post("/user-info", { user_tag_uid: boss.uid }))
      const { assigned_roles, ...rest } = body
      assert.deepInclude(rest, {
        id: boss.id,
        login: boss.login,
        node_id: event,
        user_tag_pin: "",
        user_tag_uid_hex: boss.uid.toString(16).toUpperCase(),
        cash_drawer_balance: 120,
        transport_account_balance: 0
      })
      assert.isString(rest.cash_register_name)
      const roles = assigned_roles as ReadonlyArray<Body>
      assert.deepStrictEqual(
        roles.map(({ id, is_at_current_node, node_id, node_name }) => ({ id, is_at_current_node, node_id, node_name })),
        [
          { id: boss.roleId, is_at_current_node: false, node_id: event, node_name: "Festival" },
          { id: second, is_at_current_node: true, node_id: stage, node_name: roles[1]?.node_name }
        ]
      )
      assert.deepStrictEqual(roles[0]?.privileges, ["cash_transport", "terminal_login", "can_book_orders"])
    }))

  it.effect("others are seen by those who look after people, in the same event", () =>
    Effect.gen(function*() {
      const { bar, boss, guest, neighbour, till } = yield* staffed(["can_book_orders"])
      const other = { user_tag_uid: bar.cashier.uid }
      yield* refused(till.post("/user-info", other), "till.others_hidden", {}, 403)
      for (const privilege of ["node_administration", "create_user", "user_management"] as const) {
        const looker = yield* worker(["terminal_login", privilege])
        done(yield* till.post("/user/login", login(looker)))
        const { body } = done(yield* till.post("/user-info", other))
        assert.strictEqual(body.id, bar.cashier.id)
        assert.strictEqual(body.user_tag_pin === "", privilege !== "user_management")
        yield* refused(till.post("/user-info", { user_tag_uid: 99 }), "cash.user_tag_unknown")
        yield* refused(till.post("/user-info", { user_tag_uid: (yield* guest()).uid }), "cash.user_tag_unknown")
      }
      const abroad = yield* neighbour
      const foreign = yield* refused(
        abroad.till.post("/user-info", { user_tag_uid: boss.uid }),
        "till.others_hidden",
        {},
        403
      )
      assert.notInclude(foreign.text, boss.login)
      yield* malformed(till.post("/user-info", {}))
      yield* till.post("/user/logout")
      yield* refused(till.post("/user-info", { user_tag_uid: boss.uid }), "till.nobody_signed_in", {}, 403)
    }))

  it.effect("a new colleague belongs to the event and works where the terminal stands", () =>
    Effect.gen(function*() {
      const { boss, event, stage, till } = yield* staffed(["user_management", "supervised_terminal_login"])
      const cashier = yield* role(["supervised_terminal_login"])
      const { call, request, uid } = yield* recruit(till, [cashier])
      const { body } = done(yield* call)
      assert.deepInclude(body, {
        login: request.login,
        display_name: "Robin",
        node_id: event,
        user_tag_pin: request.user_tag_pin,
        user_tag_uid_hex: uid.toString(16).toUpperCase(),
        transport_account_id: null
      })
      assert.deepStrictEqual(yield* rolesAt(stage, body.id), [{ role_ids: [cashier], terminal_only: false }])
      assert.deepStrictEqual(yield* rolesAt(event, body.id), [])
      const [assigned, made] = yield* audited(event, 2)
      const originating = { originating_user_id: boss.id, originating_terminal_id: till.terminalId }
      assert.deepInclude(made, { log_type: "user_created", node_id: event, ...originating })
      assert.deepInclude(made?.content, { id: body.id, user_tag_pin: null })
      assert.deepInclude(assigned, { log_type: "user_to_roles_updated", node_id: stage, ...originating })

      // The recruit can sign in at once, as the supervisor is signed in.
      const checked = done(yield* till.post("/user/check-login", { uid })).body
      assert.deepStrictEqual((checked.roles as ReadonlyArray<Body>).map(({ id }) => id), [cashier])
      done(yield* till.post("/user/login", login({ id: Number(body.id), uid, roleId: cashier })))
      yield* refused(till.post("/user/create-user", request), "organisation.privilege_missing", {}, 403)
    }))

  it.effect("no one hands out what they do not hold in their active role", () =>
    Effect.gen(function*() {
      const { till } = yield* staffed(["user_management"])
      const [own, more] = [yield* role(["terminal_login"]), yield* role(["terminal_login", "grant_vouchers"])]
      const privileged = yield* role(["terminal_login"], { is_privileged: true })
      const refusals = [
        [[more], "organisation.privileges_not_held"],
        [[own, more], "organisation.privileges_not_held"],
        [[privileged], "organisation.role_privileged"]
      ] as const
      for (const [wanted, rule] of refusals) {
        yield* refused((yield* recruit(till, wanted)).call, rule, {}, 403)
      }
      const missing = { element_type: "user_role", element_id: 999_999 }
      yield* refused((yield* recruit(till, [999_999])).call, "NotFound", missing, 404)
      done(yield* (yield* recruit(till, [own])).call)

      // Another role of the chief would allow it, but it is not the active one.
      const chief = yield* worker(["terminal_login", "user_management", "allow_privileged_role_assignment"])
      const { at, event } = yield* Festival
      done(yield* at(event)("POST", "/user-to-roles", { user_id: chief.id, role_ids: [chief.roleId, own] }))
      done(yield* till.post("/user/login", login({ ...chief, roleId: own })))
      yield* refused((yield* recruit(till, [])).call, "organisation.privilege_missing", {}, 403)
      done(yield* till.post("/user/login", login(chief)))
      done(yield* (yield* recruit(till, [more, privileged])).call)

      const creator = yield* worker(["terminal_login", "create_user"])
      done(yield* till.post("/user/login", login(creator)))
      yield* refused((yield* recruit(till, [own])).call, "till.first_roles_forbidden", {}, 403)
      done(yield* (yield* recruit(till, [])).call)
    }))

  it.effect("a colleague needs a free tag and a login of their own", () =>
    Effect.gen(function*() {
      const { bar, guest, till, tills } = yield* staffed(["user_management"])
      const { call, request } = yield* recruit(till, [])
      done(yield* call)
      const recruited = (more: Body) => Effect.map(recruit(till, [], more), (recruitment) => recruitment.call)
      yield* refused(yield* recruited({ login: request.login }), "organisation.login_taken")
      yield* refused(yield* recruited({ user_tag_pin: null, user_tag_uid: null }), "organisation.user_without_sign_in")
      yield* refused(yield* recruited({ user_tag_pin: null }), "organisation.chip_new")
      yield* refused(yield* recruited({ user_tag_uid: null }), "organisation.chip_unknown")
      yield* refused(yield* recruited({ user_tag_uid: bar.cashier.uid }), "organisation.tag_of_other_user")
      const { pin, uid } = yield* tills.tag()
      yield* refused(
        yield* recruited({ user_tag_pin: "UNKNOWN", user_tag_uid: uid }),
        "NotFound",
        { element_type: "user_tag", element_id: "UNKNOWN" },
        404
      )
      yield* malformed(yield* recruited({ login: "..." }))
      yield* malformed(yield* recruited({ role_ids: null }))
      // A guest who starts to work keeps their account.
      const lent = yield* guest({ balance: 12 })
      done(yield* yield* recruited({ user_tag_pin: null, user_tag_uid: lent.uid }))
      assert.deepInclude(done(yield* bar.get(`/customer/${lent.uid}`)).body, { id: lent.accountId, balance: 12 })
      done(yield* yield* recruited({ user_tag_pin: pin, user_tag_uid: uid }))
    }))

  it.effect("a guest and a colleague who get the same tag at once get it one after the other", () =>
    Effect.gen(function*() {
      const { bar, till, tills } = yield* staffed(["user_management"])
      for (let n = 0; n < 5; n++) {
        const [{ pin, uid }, other] = [yield* tills.tag(), yield* tills.tag()]
        const { call } = yield* recruit(till, [], { user_tag_pin: pin, user_tag_uid: uid })
        const answers = yield* Effect.all([
          call,
          bar.post("/user/grant-free-ticket", { user_tag_pin: pin, user_tag_uid: uid }),
          bar.post("/user/grant-free-ticket", { user_tag_pin: other.pin, user_tag_uid: uid })
        ], { concurrency: "unbounded" })
        for (const { status, text } of answers) assert.include([200, 400], status, text)
        assert.include(answers.map(({ status }) => status), 200)
      }
    }))

  it.effect("roles are set at the terminal's node, carrying cash with an account for it", () =>
    Effect.gen(function*() {
      const { at, boss, event, stage, till } = yield* staffed(["user_management", "cash_transport"])
      const [plain, carrier] = [yield* role(["terminal_login"]), yield* role(["terminal_login", "cash_transport"])]
      const robin = yield* worker(["terminal_login"])
      const update = (role_ids: ReadonlyArray<number>, user_tag_uid: unknown = robin.uid) =>
        till.post("/user/update-user-roles", { user_tag_uid, role_ids })
      const { body } = done(yield* update([carrier]))
      assert.deepInclude(body, { id: robin.id, node_id: event, user_tag_pin: robin.pin })
      assert.isNumber(body.transport_account_id)
      assert.deepStrictEqual(yield* rolesAt(stage, robin.id), [{ role_ids: [carrier], terminal_only: false }])
      assert.deepStrictEqual(yield* rolesAt(event, robin.id), [{ role_ids: [robin.roleId], terminal_only: false }])
      const [entry] = yield* audited(event, 1)
      assert.deepInclude(entry, {
        log_type: "user_to_roles_updated",
        node_id: stage,
        originating_user_id: boss.id,
        originating_terminal_id: till.terminalId
      })
      assert.deepInclude(entry?.content, { user_id: robin.id, role_ids: [carrier], old_role_ids: [] })

      // Roles that count only at terminals stay so.
      done(yield* at(stage)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [carrier], terminal_only: true }))
      done(yield* update([plain]))
      assert.deepStrictEqual(yield* rolesAt(stage, robin.id), [{ role_ids: [plain], terminal_only: true }])
      done(yield* update([]))
      assert.deepStrictEqual(yield* rolesAt(stage, robin.id), [])

      yield* refused(update([plain], 99), "cash.user_tag_unknown")
      yield* refused(
        update([999_999]),
        "NotFound",
        { element_type: "user_role", element_id: 999_999 },
        404
      )
      const stronger = yield* role(["terminal_login", "grant_vouchers"])
      yield* refused(update([stronger]), "organisation.privileges_not_held", {}, 403)
      done(yield* at(stage)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [stronger] }))
      yield* refused(update([]), "organisation.privileges_not_held", {}, 403)
      const privileged = yield* role(["terminal_login"], { is_privileged: true })
      done(yield* at(stage)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [privileged, plain] }))
      yield* refused(update([plain]), "organisation.privileged_role_at_terminal")
    }))

  it.effect("who takes their own role away is signed out by it, and the change is made", () =>
    Effect.gen(function*() {
      const { at, boss, event, stage, till } = yield* staffed(["user_management"])
      done(yield* at(stage)("POST", "/user-to-roles", { user_id: boss.id, role_ids: [boss.roleId] }))
      done(yield* at(event)("POST", "/user-to-roles", { user_id: boss.id, role_ids: [] }))
      done(yield* till.post("/user/update-user-roles", { user_tag_uid: boss.uid, role_ids: [] }))
      assert.deepStrictEqual(yield* rolesAt(stage, boss.id), [])
      assert.strictEqual(done(yield* till.get("/user")).text, "null")
    }))

  it.effect("where the event is archived no one is added, where it forbids users neither", () =>
    Effect.gen(function*() {
      const { event, till } = yield* staffed(["user_management"])
      const sql = yield* SqlClient.SqlClient
      const change = (statement: Effect.Effect<unknown, unknown>) =>
        Effect.andThen(statement, sql`update event set version = version + 1 where event_id = ${event}`)
      const { call } = yield* recruit(till, [])
      yield* change(sql`update node set read_only = true where id = ${event}`)
      yield* refused(call, "NodeIsReadOnly", { node_id: event })
      yield* change(sql`update node set read_only = false, forbidden_objects_at_node = '{user}' where id = ${event}`)
      yield* refused(call, "ResourceNotAllowed", { object_type: "user", node_name: "Festival" })
      yield* change(sql`update node set forbidden_objects_at_node = '{}' where id = ${event}`)
      done(yield* call)
    }))
})
