import { assert, layer } from "@effect/vitest"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { role, worker } from "../../support/FestivalPeople.ts"
import { type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

/** Two nodes below the event, and a till at the second whose signed-in user has these privileges. */
const staffed = Effect.fnUntraced(
  function*(privileges: ReadonlyArray<Privilege>, more: { readonly is_privileged?: boolean } = {}) {
    const festival = yield* Festival
    const { admin, event, tills } = festival
    const place = (name: string) =>
      created(
        admin("POST", `/tree/nodes/${event}/create-node`, {
          name: `${name} ${randomUUID()}`,
          description: "",
          forbidden_objects_at_node: []
        })
      )
    const bar = yield* place("Bar")
    const gate = yield* place("Gate")
    const till = yield* tills.open({ node: gate })
    const boss = yield* worker(["terminal_login", ...privileges], more)
    done(yield* till.post("/user/login", login(boss)))
    return { event, at: festival.at, tills, bar, gate, till, boss }
  }
)

const rolesOf = Effect.fnUntraced(function*(node: number, userId: unknown) {
  const { at } = yield* Festival
  return listOf(yield* at(node)("GET", "/user-to-roles"))
    .filter((assigned) => assigned.node_id === node && assigned.user_id === userId)
    .flatMap(({ role_ids }) => role_ids)
})

const somebody = Effect.fnUntraced(function*() {
  const { pin, uid } = yield* (yield* Festival).tills.tag()
  return { login: randomUUID(), display_name: "Robin", user_tag_pin: pin, user_tag_uid: uid }
})

const listIn = (list: unknown) => (list ?? []) as ReadonlyArray<Body>
const offeredIn = (body: Body) => listIn(body.available_roles_by_node)

layer(Festival.layer, { excludeTestServices: true })("terminals of the newest published version", (it) => {
  it.effect("read privileges in two lists, in every answer about roles and people", () =>
    Effect.gen(function*() {
      const { boss, till } = yield* staffed([
        "node_administration",
        "can_book_orders",
        "create_user",
        "user_management",
        "allow_privileged_role_assignment"
      ])
      const kinds = {
        event_privileges: ["create_user", "terminal_login"],
        node_privileges: ["node_administration", "can_book_orders"]
      }
      const config = done(yield* till.get("/config")).body
      assert.lengthOf(config.user_privileges as ReadonlyArray<string>, 6)
      assert.deepInclude(config, {
        user_event_privileges: kinds.event_privileges,
        user_node_privileges: kinds.node_privileges
      })
      assert.deepInclude((config.available_roles as ReadonlyArray<Body>).find(({ id }) => id === boss.roleId), {
        ...kinds,
        can_assign_all_roles: true,
        assignable_role_ids: []
      })
      assert.deepInclude(done(yield* till.get("/user")).body, kinds)
      assert.deepInclude(done(yield* till.post("/user/login", login(boss))).body, kinds)
      const { roles } = done(yield* till.post("/user/check-login", { uid: boss.uid })).body
      assert.deepInclude((roles as ReadonlyArray<Body>)[0], kinds)
      const { assigned_roles } = done(yield* till.post("/user-info", { user_tag_uid: boss.uid })).body
      assert.deepInclude((assigned_roles as ReadonlyArray<Body>)[0], kinds)
      yield* till.post("/user/logout")
      assert.deepInclude(done(yield* till.get("/config")).body, {
        available_roles: [],
        available_roles_by_node: [],
        user_privileges: [],
        user_event_privileges: [],
        user_node_privileges: [],
        active_user_id: null
      })
      assert.strictEqual(done(yield* till.get("/user")).text, "null")
    }))

  it.effect("are offered roles node by node, parents first, where the active role counts", () =>
    Effect.gen(function*() {
      const { bar, event, gate, till } = yield* staffed(["user_management"])
      const plain = yield* role(["terminal_login"])
      const offered = offeredIn(done(yield* till.get("/config")).body)
      const idsAt = (node: number): ReadonlyArray<unknown> =>
        listIn(offered.find(({ node_id }) => node_id === node)?.roles).map(({ id }) => id)
      assert.strictEqual(offered[0]?.node_id, event)
      for (const node of [event, bar, gate]) assert.include(idsAt(node), plain)

      // Assigned at the till's node alone, the active role offers nothing elsewhere.
      const local = yield* worker(["terminal_login", "user_management"], { node: gate })
      done(yield* till.post("/user/login", login(local)))
      assert.deepStrictEqual(offeredIn(done(yield* till.get("/config")).body).map(({ node_id }) => node_id), [gate])
      const helper = yield* worker(["terminal_login", "grant_vouchers"])
      done(yield* till.post("/user/login", login(helper)))
      assert.deepStrictEqual(offeredIn(done(yield* till.get("/config")).body), [])
    }))

  it.effect("give a new user roles at several nodes, with numbers as texts too", () =>
    Effect.gen(function*() {
      const { bar, event, gate, till } = yield* staffed(["user_management"])
      const [plain, other] = [yield* role(["terminal_login"]), yield* role(["terminal_login"])]
      const { user_tag_uid, ...person } = yield* somebody()
      const { body } = done(
        yield* till.post("/user/create-user", {
          ...person,
          user_tag_uid: String(user_tag_uid),
          role_assignments: [
            { node_id: String(bar), role_ids: [String(other)] },
            { node_id: gate, role_ids: [plain] },
            { node_id: event, role_ids: [] }
          ]
        })
      )
      assert.deepInclude(body, { node_id: event, terminal_ids: [], cash_register_id: null, cash_drawer_balance: null })
      assert.deepStrictEqual(yield* rolesOf(bar, body.id), [other])
      assert.deepStrictEqual(yield* rolesOf(gate, body.id), [plain])
      assert.deepStrictEqual(yield* rolesOf(event, body.id), [])
      yield* malformed(till.post("/user/create-user", yield* somebody()))
      const both = { ...yield* somebody(), role_ids: [other], role_assignments: [{ node_id: gate, role_ids: [plain] }] }
      const second = done(yield* till.post("/user/create-user", both)).body
      assert.deepStrictEqual(yield* rolesOf(gate, second.id), [plain])
    }))

  it.effect("replace roles at the named nodes and leave the others as they are", () =>
    Effect.gen(function*() {
      const { at, bar, event, gate, till } = yield* staffed(["user_management"])
      const [first, second] = [yield* role(["terminal_login"]), yield* role(["terminal_login"])]
      const robin = yield* worker(["terminal_login"])
      done(yield* at(bar)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [first] }))
      done(yield* at(gate)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [first] }))
      done(yield* till.post("/user/login", login(robin)))
      const chief = yield* worker(["terminal_login", "user_management"])
      const other = yield* (yield* Festival).tills.open({ node: gate })
      done(yield* other.post("/user/login", login(chief)))
      const update = (role_assignments: unknown) =>
        other.post("/user/update-user-roles", { user_tag_uid: robin.uid, role_assignments })
      const { body } = done(yield* update([{ node_id: gate, role_ids: [second] }]))
      assert.deepStrictEqual(body.terminal_ids, [till.terminalId])
      assert.deepStrictEqual([yield* rolesOf(bar, robin.id), yield* rolesOf(gate, robin.id)], [[first], [second]])
      const { assigned_roles } = done(yield* other.post("/user-info", { user_tag_uid: robin.uid })).body
      assert.deepStrictEqual(
        listIn(assigned_roles).map(({ id, is_at_current_node, node_id }) => [node_id, id, is_at_current_node]),
        [[event, robin.roleId, false], [bar, first, false], [gate, second, true]]
      )
      done(yield* update([{ node_id: gate, role_ids: [] }]))
      assert.deepStrictEqual([yield* rolesOf(bar, robin.id), yield* rolesOf(gate, robin.id)], [[first], []])
    }))

  it.effect("are refused as a whole: roles beyond their own, other nodes, another event, a node twice", () =>
    Effect.gen(function*() {
      const { bar, event, gate, till } = yield* staffed(["user_management"])
      const [plain, stronger] = [yield* role(["terminal_login"]), yield* role(["terminal_login", "grant_vouchers"])]
      const robin = yield* worker(["terminal_login"])
      const update = (...role_assignments: ReadonlyArray<Body>) =>
        till.post("/user/update-user-roles", { user_tag_uid: robin.uid, role_assignments })
      const allowed = { node_id: gate, role_ids: [plain] }
      yield* refused(
        update(allowed, { node_id: bar, role_ids: [stronger] }),
        "organisation.privileges_not_held",
        {},
        403
      )
      yield* refused(update(allowed, { node_id: gate, role_ids: [] }), "till.node_repeated")
      const { event: abroad } = yield* (yield* Festival).neighbour
      for (const node_id of [abroad, 0, 999_999]) {
        const missing = { element_type: "node", element_id: node_id }
        const { body } = yield* refused(update(allowed, { node_id, role_ids: [plain] }), "NotFound", missing, 404)
        assert.strictEqual(body.detail, body.message)
      }
      assert.deepStrictEqual(yield* rolesOf(gate, robin.id), [])

      const local = yield* worker(["terminal_login", "user_management"], { node: gate })
      done(yield* till.post("/user/login", login(local)))
      for (const node_id of [bar, event]) {
        yield* refused(update({ node_id, role_ids: [plain] }, allowed), "till.role_not_at_node", {}, 403)
      }
      const request = { ...yield* somebody(), role_assignments: [{ node_id: bar, role_ids: [plain] }] }
      yield* refused(till.post("/user/create-user", request), "till.role_not_at_node", {}, 403)
      done(yield* till.post("/user/create-user", { ...request, role_assignments: [allowed] }))
      assert.deepStrictEqual(yield* rolesOf(gate, robin.id), [])
      done(yield* update(allowed))
      assert.deepStrictEqual(yield* rolesOf(gate, robin.id), [plain])
    }))

  it.effect("give the roles that the active role lists, whatever those allow, and no others", () =>
    Effect.gen(function*() {
      const { at, event, office } = yield* Festival
      const { bar, gate, till } = yield* staffed([])
      const listed = yield* role(["terminal_login", "payout_management"])
      const other = yield* role(["terminal_login"])
      const lister = yield* created(
        office("POST", "/user-roles", {
          name: randomUUID(),
          event_privileges: ["terminal_login", "create_user"],
          node_privileges: [],
          assignable_role_ids: [listed]
        })
      )
      const boss = yield* worker([], { node: gate })
      done(yield* at(gate)("POST", "/user-to-roles", { user_id: boss.id, role_ids: [lister] }))
      done(yield* till.post("/user/login", login({ ...boss, roleId: lister })))
      const config = done(yield* till.get("/config")).body
      assert.deepStrictEqual(
        offeredIn(config).map(({ node_id, roles }) => [node_id, listIn(roles).map(({ id }) => id)]),
        [[gate, [listed]]]
      )
      const person = yield* somebody()
      const create = (...role_assignments: ReadonlyArray<Body>) =>
        till.post("/user/create-user", { ...person, role_assignments })
      yield* refused(create({ node_id: gate, role_ids: [listed, other] }), "till.first_roles_forbidden", {}, 403)
      for (const node_id of [bar, event]) {
        yield* refused(create({ node_id, role_ids: [listed] }), "till.role_not_at_node", {}, 403)
      }
      const { body } = done(yield* create({ node_id: gate, role_ids: [listed] }))
      assert.deepStrictEqual(yield* rolesOf(gate, body.id), [listed])
      // A list alone shows whom its holder gives roles to.
      const infoAs = Effect.fnUntraced(function*(assignable_role_ids: ReadonlyArray<number>) {
        const rights = { event_privileges: ["terminal_login"], node_privileges: [], assignable_role_ids }
        const roleId = yield* created(office("POST", "/user-roles", { name: randomUUID(), ...rights }))
        const holder = yield* worker([], { node: gate })
        done(yield* at(gate)("POST", "/user-to-roles", { user_id: holder.id, role_ids: [roleId] }))
        yield* till.post("/user/logout")
        done(yield* till.post("/user/login", login({ ...holder, roleId })))
        return till.post("/user-info", { user_tag_uid: person.user_tag_uid })
      })
      assert.strictEqual(done(yield* yield* infoAs([listed])).body.id, body.id)
      yield* refused(yield* infoAs([]), "till.others_hidden", {}, 403)
    }))
})
