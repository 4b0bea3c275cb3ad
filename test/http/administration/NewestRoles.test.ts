import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { clerk, newcomer } from "../../support/FestivalClerk.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { role } from "../../support/FestivalPeople.ts"
import { type Body, type Call, caller, created, done, listOf } from "../../support/FestivalServer.ts"

const named = (name = randomUUID()) => ({ name })

const place = Effect.fnUntraced(function*(name: string) {
  const { admin, event } = yield* Festival
  const settings = { name: `${name} ${randomUUID()}`, description: "", forbidden_objects_at_node: [] }
  return yield* created(admin("POST", `/tree/nodes/${event}/create-node`, settings))
})

layer(Festival.layer, { excludeTestServices: true })("roles in the forms of both published versions", (it) => {
  it.effect("written in the older form are answered in both", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const older = { is_privileged: false, privileges: ["can_book_orders", "cash_transport"] }
      const { body } = done(yield* office("POST", "/user-roles", { ...named(), ...older }))
      assert.deepInclude(body, {
        event_privileges: ["cash_transport"],
        node_privileges: ["can_book_orders"],
        can_assign_all_roles: false,
        assignable_role_ids: []
      })
      const listed = done(yield* office("GET", "/user-roles")).body.entities as { readonly [id: string]: Body }
      assert.deepStrictEqual(listed[String(body.id)], body)
    }))

  it.effect("written in the newest form let administrators manage users too", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const seven = yield* role(["can_book_orders", "terminal_login"])
      const newest = { event_privileges: ["create_user"], node_privileges: ["node_administration"] }
      const { body } = done(
        yield* office("POST", "/user-roles", { ...named(), ...newest, assignable_role_ids: [seven] })
      )
      assert.deepInclude(body, {
        privileges: ["node_administration", "create_user", "user_management"],
        is_privileged: false,
        assignable_role_ids: [seven]
      })
      yield* malformed(office("POST", "/user-roles", { ...named(), event_privileges: ["create_user"] }))
      yield* malformed(office("POST", "/user-roles", { ...named(), can_assign_all_roles: true }))
      const wrong = { ...named(), event_privileges: ["can_book_orders"], node_privileges: [] }
      yield* malformed(office("POST", "/user-roles", wrong))
    }))

  it.effect("sent back with one form changed take that change, and refuse two different ones", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const older = { ...named(), is_privileged: false, privileges: ["can_book_orders", "cash_transport"] }
      const { body: read } = done(yield* office("POST", "/user-roles", older))
      const save = (body: Body) => office("POST", `/user-roles/${String(read.id)}`, body)
      const more = { node_privileges: ["can_book_orders", "view_node_stats"] }
      const saved = done(yield* save({ ...read, ...more })).body
      assert.sameMembers(saved.privileges as Array<string>, ["can_book_orders", "cash_transport", "view_node_stats"])
      yield* refused(
        save({ ...saved, privileges: ["cash_transport"], node_privileges: ["view_node_stats"] }),
        "organisation.role_edits_differ"
      )
      yield* malformed(save({ is_privileged: false }))
    }))

  it.effect("have a list of roles to give, or may give all, in one step, and never both", () =>
    Effect.gen(function*() {
      const { event, neighbour, office } = yield* Festival
      const seven = yield* role(["can_book_orders"])
      const { body } = done(
        yield* office("POST", "/user-roles", {
          ...named(),
          event_privileges: ["create_user"],
          node_privileges: [],
          assignable_role_ids: [seven, seven]
        })
      )
      assert.deepStrictEqual(body.assignable_role_ids, [seven])
      const save = (more: Body, by = office) =>
        by("POST", `/user-roles/${String(body.id)}`, {
          event_privileges: ["create_user"],
          node_privileges: [],
          can_assign_all_roles: false,
          assignable_role_ids: [seven],
          ...more
        })
      yield* refused(save({ can_assign_all_roles: true }), "organisation.role_list_and_all")
      const { event: abroad } = yield* neighbour
      const { at } = yield* Festival
      const foreign = yield* created(at(abroad)("POST", "/user-roles", { ...named(), privileges: [] }))
      yield* refused(save({ assignable_role_ids: [seven, foreign] }), "organisation.role_list_unknown")
      const all = done(yield* save({ can_assign_all_roles: true, assignable_role_ids: [] })).body
      assert.deepInclude(all, { can_assign_all_roles: true, assignable_role_ids: [] })
      assert.include(all.privileges as ReadonlyArray<string>, "allow_privileged_role_assignment")
      const back = done(yield* save({})).body
      assert.deepInclude(back, { can_assign_all_roles: false, assignable_role_ids: [seven] })

      // A user who may not give every role can't make one that gives others away, and loses nothing that they could do before.
      const manager = yield* clerk(event, event, ["user_management", "create_user", "can_book_orders"])
      yield* refused(save({}, manager), "organisation.role_privileged", {}, 403)
      const own = { ...named(), privileges: ["create_user"], assignable_role_ids: [seven] }
      yield* refused(manager("POST", "/user-roles", own), "organisation.role_privileged", {}, 403)
      done(yield* manager("POST", "/user-roles", { ...named(), privileges: ["create_user"] }))

      done(yield* office("DELETE", `/user-roles/${seven}`))
      const roles = done(yield* office("GET", "/user-roles")).body.entities as { readonly [id: string]: Body }
      assert.deepStrictEqual(roles[String(body.id)]?.assignable_role_ids, [])
    }))

  it.effect("let their holders give the listed ones in the back office, and no others beyond their rights", () =>
    Effect.gen(function*() {
      const { address, at, event, office } = yield* Festival
      const strong = yield* role(["payout_management"])
      const other = yield* role(["cash_transport"])
      const lists = yield* created(
        office("POST", "/user-roles", { ...named(), privileges: ["user_management"], assignable_role_ids: [strong] })
      )
      const boss = yield* newcomer(event)
      done(yield* office("POST", "/user-to-roles", { user_id: boss.id, role_ids: [lists] }))
      const by = caller(`${address}/administration`, boss.token)
      const robin = yield* newcomer(event)
      const give = (role_ids: ReadonlyArray<number>, node = event) =>
        by("POST", `/user-to-roles?node_id=${node}`, { user_id: robin.id, role_ids })
      done(yield* give([strong]))
      yield* refused(give([strong, other]), "organisation.privileges_not_held", {}, 403)
      done(yield* give([]))
      done(yield* at(event)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [other] }))
      assert.strictEqual((yield* give([])).status, 403)
    }))

  it.effect("of a person are listed node by node, by name, for those who administer the place", () =>
    Effect.gen(function*() {
      const { at, event, neighbour, office } = yield* Festival
      const bar = yield* place("Bar")
      const [upper, lower, other] = [`B ${randomUUID()}`, `a ${randomUUID()}`, `c ${randomUUID()}`]
      const made = yield* Effect.forEach(
        [upper, lower, other],
        (name) => created(office("POST", "/user-roles", { name, privileges: ["can_book_orders"] }))
      )
      const [b, a, c] = [made[0]!, made[1]!, made[2]!]
      const robin = yield* newcomer(event)
      done(yield* at(bar)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [b, a], terminal_only: true }))
      done(yield* office("POST", "/user-to-roles", { user_id: robin.id, role_ids: [c] }))
      const assignments = (by: Call) =>
        Effect.map(
          by("GET", `/users/${robin.id}/role-assignments`),
          (answer) =>
            listOf(answer).map(({ node_id, role_ids, roles, terminal_only, user_id }) => {
              assert.strictEqual(user_id, robin.id)
              assert.deepStrictEqual((roles as ReadonlyArray<Body>).map(({ id }) => id), role_ids)
              return { node_id, role_ids, terminal_only }
            })
        )
      const whole = [
        { node_id: event, role_ids: [c], terminal_only: false },
        { node_id: bar, role_ids: [a, b], terminal_only: true }
      ]
      assert.deepStrictEqual(yield* assignments(office), whole)
      assert.deepStrictEqual(yield* assignments(at(bar)), whole)
      assert.deepStrictEqual(yield* assignments(at(yield* place("Gate"))), whole.slice(0, 1))
      assert.deepStrictEqual(yield* assignments(yield* clerk(event, event, ["node_administration"])), whole)
      const ofRobin = (path: string) =>
        Effect.map(
          office("GET", path),
          (answer) => listOf(answer).filter(({ user_id }) => user_id === robin.id).map(({ node_id }) => node_id)
        )
      assert.deepStrictEqual(yield* ofRobin("/user-to-roles"), [event])
      assert.deepStrictEqual(yield* ofRobin("/user-to-roles?below=true"), [event, bar])
      const { event: abroad } = yield* neighbour
      yield* refused(at(abroad)("GET", `/users/${robin.id}/role-assignments`), "NotFound", {
        element_type: "user",
        element_id: robin.id
      }, 404)
      const helper = yield* clerk(event, event, ["cash_transport"])
      assert.strictEqual((yield* helper("GET", `/users/${robin.id}/role-assignments`)).status, 403)
    }))
})
