import { assert, layer } from "@effect/vitest"
import type { ObjectType } from "@wristbank/core/organisation/Node"
import { Effect } from "effect"
import { call, createNode, field, serverLayer, signInAdministrator } from "../../support/administration.ts"

const name = "Forbidden"
const ticket = { name, price: 5, tax_rate_id: 1, is_locked: true, initial_top_up_amount: 0, restrictions: [] }
const profile = {
  name,
  description: null,
  layout_id: 1,
  allow_top_up: true,
  allow_cash_out: true,
  allow_ticket_sale: true,
  allow_ticket_vouchers: true,
  enable_ssp_payment: true,
  enable_cash_payment: true,
  enable_card_payment: true
}
const keys = { key0: "00112233445566778899aabbccddeeff", key1: "ffeeddccbbaa99887766554433221100", description: "" }

/** Every call that creates an object, by the type that is forbidden. */
const creations: ReadonlyArray<readonly [ObjectType, string, unknown]> = [
  ["user", "/users", { login: "nina", display_name: "Nina", password: "nina has a password" }],
  ["user_role", "/user-roles", { name, privileges: [] }],
  ["product", "/products", { name, price: 3, tax_rate_id: 1, is_locked: true }],
  ["ticket", "/tickets", ticket],
  ["tax_rate", "/tax-rates", { name, rate: 0.19, description: "" }],
  ["till", "/tills", { name, active_profile_id: 1 }],
  ["till", "/till-buttons", { name, product_ids: [] }],
  ["till", "/till-layouts", { name }],
  ["till", "/till-profiles", profile],
  ["till", "/till-registers", { name }],
  ["till", "/till-register-stockings", { name }],
  ["terminal", "/terminal", { name }],
  ["user_tag", "/user-tag-secrets", keys],
  ["user_tag", "/user-tags", [{ pin: "A1", restriction: null, secret_id: 1 }]]
]

/** Types that a node can forbid itself. Below events, tags, taxes and users are forbidden by the place already. */
const byChoice: ReadonlyArray<ObjectType> = ["product", "ticket", "till", "terminal"]

layer(serverLayer, { excludeTestServices: true })("prohibitions", (it) => {
  it.effect("hold for every call that makes an object, at the node and below", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const event = yield* createNode(token, 0, "event", { name: "Fest" })
      const free = yield* createNode(token, event, "node", { name: "Free" })
      const bar = yield* createNode(token, event, "node", { name: "Bar", forbidden_objects_at_node: byChoice })
      const area = yield* createNode(token, event, "node", { name: "Area", forbidden_objects_in_subtree: byChoice })
      const below = yield* createNode(token, area, "node", { name: "Below" })
      const create = (node: number, path: string, body: unknown) =>
        Effect.map(call(`${path}?node_id=${node}`, { token, body }), (answer) => [
          answer.status,
          field(answer.body, "id"),
          field(answer.body, "object_type")
        ])
      for (const [type, path, body] of creations) {
        const refused = [400, "ResourceNotAllowed", type]
        for (const node of [bar, below]) assert.deepStrictEqual(yield* create(node, path, body), refused, path)
        for (const node of [free, area]) {
          const [, id] = yield* create(node, path, body)
          assert.strictEqual(id === "ResourceNotAllowed", !byChoice.includes(type), path)
        }
      }
      for (const path of ["/products", "/tickets", "/tills", "/till-buttons", "/till-layouts", "/till-profiles"]) {
        assert.strictEqual((yield* call(`${path}?node_id=${bar}`, { token })).status, 200, path)
      }
    }))

  it.effect("hold at events and above them for what can be forbidden there", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const forbidden = ["user", "user_role", "user_tag", "terminal", "ticket"]
      const org = yield* createNode(token, 0, "node", { name: "Org", forbidden_objects_at_node: ["user", "user_role"] })
      const event = yield* createNode(token, org, "event", { name: "Bare", forbidden_objects_at_node: forbidden })
      for (const [type, path, body] of creations) {
        for (const node of type.startsWith("user") ? [org, event] : [event]) {
          const answer = yield* call(`${path}?node_id=${node}`, { token, body })
          if (!forbidden.includes(type)) assert.notStrictEqual(field(answer.body, "id"), "ResourceNotAllowed", path)
          else assert.deepInclude(answer.body, { id: "ResourceNotAllowed", object_type: type }, path)
        }
      }
    }))

  it.effect("stay out of the way of what was made before", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const event = yield* createNode(token, 0, "event", { name: "Before" })
      const bar = yield* createNode(token, event, "node", { name: "Bar" })
      const rate = field((yield* call(`/tax-rates?node_id=${event}`, { token })).body, "ids", 0)
      const cola = { name: "Cola", price: 3, tax_rate_id: rate, is_locked: true }
      const made = yield* call(`/products?node_id=${event}`, { token, body: cola })
      assert.strictEqual(made.status, 200)
      const forbid = (node: number) =>
        call(`/tree/nodes/${node}/settings`, {
          token,
          body: { name: `Node ${node}`, description: "", forbidden_objects_at_node: ["product"] }
        })
      const refused = yield* forbid(event)
      assert.deepStrictEqual([refused.status, field(refused.body, "rule")], [
        400,
        "organisation.forbidden_objects_exist"
      ])
      assert.strictEqual((yield* forbid(bar)).status, 200)
      const fanta = yield* call(`/products?node_id=${bar}`, { token, body: { ...cola, name: "Fanta" } })
      assert.deepStrictEqual([fanta.status, field(fanta.body, "id")], [400, "ResourceNotAllowed"])
      const seen = yield* call(`/products?node_id=${bar}`, { token })
      assert.strictEqual(field(seen.body, "entities", String(field(made.body, "id")), "name"), "Cola")
    }))
})
