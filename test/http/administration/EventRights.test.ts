import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { clerk, colleague } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { role, worker } from "../../support/FestivalPeople.ts"
import { type Answer, type Body, caller, created, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

/** Two parts of the event. */
const parts = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  const part = (name: string) =>
    created(
      admin("POST", `/tree/nodes/${event}/create-node`, {
        name: `${name} ${randomUUID()}`,
        description: "",
        forbidden_objects_at_node: []
      })
    )
  return { bar: yield* part("Bar"), gate: yield* part("Gate") }
})

/** Refused sign-ins are noted, so something is stored. */
const refusedSignIn = (call: Effect.Effect<Answer>, rule: string) =>
  Effect.map(call, ({ body, status }) => assert.deepStrictEqual([status, body.rule], [403, rule]))

interface SeenNode {
  readonly id: number
  readonly privileges_at_node: ReadonlyArray<string>
  readonly event_privileges_at_node: ReadonlyArray<string>
  readonly node_privileges_at_node: ReadonlyArray<string>
  readonly children: ReadonlyArray<SeenNode>
}

const nodesIn = (tree: SeenNode): ReadonlyArray<SeenNode> => [tree, ...tree.children.flatMap(nodesIn)]

layer(Festival.layer, { excludeTestServices: true })("privileges about the event as a whole", (it) => {
  it.effect("count at every till of it, whatever part the role is held at, and booking at that part alone", () =>
    Effect.gen(function*() {
      const { at, guest, press, tills } = yield* Festival
      const { bar, gate } = yield* parts
      const till = yield* tills.open({ node: gate })
      const robin = yield* worker(["terminal_login", "grant_vouchers", "can_book_orders"], { node: bar })
      const give = (node: number, role_ids: ReadonlyArray<number>) =>
        Effect.map(at(node)("POST", "/user-to-roles", { user_id: robin.id, role_ids }), done)
      // The role is not offered at a till where it is not held, but stays active there once it is only held elsewhere.
      yield* give(gate, [robin.roleId])
      done(yield* till.post("/user/login", login(robin)))
      const anna = yield* guest({ balance: 10 })
      const book = () => till.post("/order/check-sale", sale([press("food")], anna))
      done(yield* book())
      yield* give(gate, [])
      const granted = done(yield* till.post("/user/grant-vouchers", { user_tag_uid: anna.uid, vouchers: 2 })).body
      assert.strictEqual(granted.vouchers, 2)
      const { body } = yield* refused(book(), "organisation.privilege_missing", {}, 403)
      assert.strictEqual(body.type, "access")
      const signedIn = done(yield* till.get("/user")).body
      assert.deepInclude(signedIn, {
        event_privileges: ["terminal_login", "grant_vouchers"],
        node_privileges: []
      })
      const config = done(yield* till.get("/config")).body
      assert.deepInclude(config, { user_node_privileges: [], user_privileges: ["terminal_login", "grant_vouchers"] })

      yield* give(bar, [])
      yield* refused(
        till.post("/user/grant-vouchers", { user_tag_uid: anna.uid, vouchers: 2 }),
        "till.nobody_signed_in",
        {},
        403
      )
    }))

  it.effect("let their holder sign in alone anywhere, and at a terminal without a till with each role once", () =>
    Effect.gen(function*() {
      const { at, event, tills } = yield* Festival
      const { bar, gate } = yield* parts
      const till = yield* tills.open({ node: gate })
      yield* till.post("/user/logout")
      const robin = yield* worker(["supervised_terminal_login", "can_book_orders"], { node: gate })
      const check = () => till.post("/user/check-login", { uid: robin.uid })
      yield* refusedSignIn(check(), "till.supervisor_needed")
      const leads = yield* role(["terminal_login"])
      done(yield* at(bar)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [leads] }))
      const rolesIn = (body: Body) => (body.roles as ReadonlyArray<Body>).map(({ id }) => id)
      assert.deepStrictEqual(rolesIn(done(yield* check()).body), [robin.roleId])
      done(yield* till.post("/user/login", login(robin)))

      done(yield* at(event)("POST", "/user-to-roles", { user_id: robin.id, role_ids: [robin.roleId] }))
      assert.deepStrictEqual(rolesIn(done(yield* check()).body), [robin.roleId])
      const device = yield* tills.device()
      const offered = done(yield* device.post("/user/check-login", { uid: robin.uid })).body
      assert.sameMembers(rolesIn(offered), [robin.roleId, leads])
      done(yield* device.post("/user/login", login({ ...robin, roleId: leads })))
      assert.deepInclude(done(yield* device.get("/user")).body, { privileges: ["terminal_login"] })
    }))

  it.effect("and about booking count at a till of it if their role is assigned above the event", () =>
    Effect.gen(function*() {
      const { at, press, tills } = yield* Festival
      const { gate } = yield* parts
      const sql = yield* SqlClient.SqlClient
      const till = yield* tills.open({ float: 100, node: gate })
      yield* till.post("/user/logout")
      const robin = yield* worker([])
      const everywhere = yield* created(
        at(0)("POST", "/user-roles", { name: randomUUID(), privileges: ["terminal_login", "can_book_orders"] })
      )
      yield* sql`insert into user_to_role (node_id, user_id, role_id) values (0, ${robin.id}, ${everywhere})`
      const { roles } = done(yield* till.post("/user/check-login", { uid: robin.uid })).body
      assert.deepStrictEqual((roles as ReadonlyArray<Body>).map(({ id }) => id), [everywhere])
      done(yield* till.post("/user/login", login({ ...robin, roleId: everywhere })))
      const { privileges } = done(yield* till.get("/user")).body
      assert.sameMembers(privileges as Array<string>, ["terminal_login", "can_book_orders"])
      done(yield* till.post("/order/check-sale", sale([press("beer")], null, { payment_method: "cash" })))
    }))

  it.effect("count in the back office at every node of the event and in the tree, and never in another", () =>
    Effect.gen(function*() {
      const { address, event, guest, neighbour } = yield* Festival
      const { bar, gate } = yield* parts
      const anna = yield* guest()
      const { token } = yield* colleague(event, bar, ["customer_management", "view_node_stats"])
      const by = caller(`${address}/administration`, token)
      for (const node of [event, bar, gate]) {
        assert.strictEqual(
          done(yield* by("GET", `/customers/${anna.accountId}?node_id=${node}`)).body.id,
          anna.accountId
        )
      }
      const { event: abroad } = yield* neighbour
      for (const node of [abroad, 0]) {
        assert.strictEqual((yield* by("GET", `/customers/${anna.accountId}?node_id=${node}`)).status, 403)
      }
      assert.strictEqual((yield* by("GET", `/stats/products?node_id=${gate}`)).status, 403)
      const tree = done(yield* by("GET", "/tree/")).body as unknown as SeenNode
      const seen = new Map(nodesIn(tree).map((node) => [node.id, node]))
      for (const node of [event, gate]) {
        assert.deepInclude(seen.get(node), {
          privileges_at_node: ["customer_management"],
          event_privileges_at_node: ["customer_management"],
          node_privileges_at_node: []
        })
      }
      assert.deepInclude(seen.get(bar), {
        privileges_at_node: ["customer_management", "view_node_stats"],
        event_privileges_at_node: ["customer_management"],
        node_privileges_at_node: ["view_node_stats"]
      })
      assert.deepStrictEqual(seen.get(0)?.privileges_at_node, [])
      assert.isFalse(seen.has(abroad))
      const counter = yield* clerk(event, bar, ["node_administration"])
      assert.strictEqual((yield* counter("GET", `/customers/${anna.accountId}`, undefined, event)).status, 403)
    }))
})
