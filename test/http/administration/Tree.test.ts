import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, createNode, field, serverLayer, signIn, signInAdministrator } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"

const belowEvents = ["user", "user_role", "tax_rate", "user_tag", "tse", "account"]

/** An event with a node below it, and the administrator's token. */
const fest = Effect.fnUntraced(function*(name: string) {
  const token = yield* signInAdministrator
  const id = yield* createNode(token, 0, "event", { name })
  const bar = yield* createNode(token, id, "node", { name: "Bar" })
  return { token, id, bar }
})

/** The node with the id in an answer's tree. */
const find = (tree: unknown, id: number): unknown => {
  if (field(tree, "id") === id) return tree
  const children = field(tree, "children")
  return Array.isArray(children)
    ? children.map((child) => find(child, id)).find((found) => found !== undefined)
    : undefined
}

layer(serverLayer, { excludeTestServices: true })("the tree", (it) => {
  it.effect("hands prohibitions down to an event", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const org = yield* createNode(token, 0, "node", { name: "Org", forbidden_objects_in_subtree: ["tse"] })
      const { body, status } = yield* call(`/tree/nodes/${org}/create-event`, {
        token,
        body: { ...eventSettings, name: "Fest", description: "" }
      })
      assert.strictEqual(status, 200)
      const id = Number(field(body, "id"))
      assert.deepInclude(body, {
        parent: org,
        path: `/0/${org}/${id}`,
        parent_ids: [0, org],
        event_node_id: id,
        parents_until_event_node: [],
        computed_forbidden_objects_at_node: ["tse"],
        computed_forbidden_objects_in_subtree: belowEvents,
        children: []
      })
      const event = field(body, "event")
      assert.deepInclude(event, {
        id,
        max_account_balance: 150,
        time_zone: "Europe/Berlin",
        sepa_max_num_payouts_in_run: 1000,
        languages: ["en-US", "de-DE"],
        email_smtp_host: null
      })
      for (const secret of ["pretix_api_key", "sumup_api_key", "email_smtp_password"]) assert.notProperty(event, secret)
    }))

  it.effect("places a part of an event below it", () =>
    Effect.gen(function*() {
      const { bar, id, token } = yield* fest("Placing")
      const tree = yield* call("/tree/", { token })
      assert.deepInclude(find(tree.body, bar), {
        path: `/0/${id}/${bar}`,
        event_node_id: id,
        parents_until_event_node: [id],
        computed_forbidden_objects_at_node: belowEvents,
        event: null
      })
      const refused = yield* call(`/users?node_id=${bar}`, {
        token,
        body: { login: "pat", display_name: "Pat", password: "long enough for it" }
      })
      assert.deepStrictEqual([refused.status, field(refused.body, "id")], [400, "ResourceNotAllowed"])
      const inner = yield* call(`/tree/nodes/${bar}/create-event`, {
        token,
        body: { ...eventSettings, name: "Inner", description: "" }
      })
      assert.deepStrictEqual([inner.status, field(inner.body, "rule")], [400, "event.event_in_event"])
      assert.isUndefined(find((yield* call("/tree/", { token })).body, bar + 1))
    }))

  it.effect("gives an event its accounts, products and virtual till in the same commit", () =>
    Effect.gen(function*() {
      const { id } = yield* fest("Equipped")
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* sql<{ type: string }>`select type from account where event_id = ${id} order by type`
      assert.lengthOf(accounts, 13)
      const products = yield* sql`select product.name, product.type, rate.name as rate, rate.is_system, is_locked,
          fixed_price, revision_id is not null as has_revision
        from product join tax_rate rate on rate.event_id = product.event_id and rate.id = tax_rate_id
        where product.event_id = ${id} order by product.id`
      assert.deepStrictEqual(
        products.map(({ name, type }) => [name, type]),
        [
          ["Rabatt", "discount"],
          ["Aufladen", "topup"],
          ["Auszahlen", "payout"],
          ["Geldtransit", "money_transfer"],
          ["DifferenzSollIst", "imbalance"]
        ]
      )
      const common = { rate: "none", is_system: true, is_locked: true, fixed_price: false, has_revision: true }
      for (const product of products) assert.deepInclude(product, common)
      const tills =
        yield* sql`select till.name, is_virtual, z_nr, profile.name as profile, layout.name as layout from till
        join till_profile profile on profile.event_id = till.event_id and profile.id = active_profile_id
        join till_layout layout on layout.event_id = till.event_id and layout.id = profile.layout_id
        where till.event_id = ${id}`
      assert.deepStrictEqual(tills.map((till) => ({ ...till })), [{
        name: "Virtual Till",
        is_virtual: true,
        z_nr: 1,
        profile: "Virtual Till layout",
        layout: "Virtual Till layout"
      }])
    }))

  it.effect("keeps names apart among siblings and readable in paths", () =>
    Effect.gen(function*() {
      const { bar, id, token } = yield* fest("Naming")
      const create = (name: string) => call(`/tree/nodes/${id}/create-node`, { token, body: { name, description: "" } })
      const slash = yield* create("A/B")
      assert.deepStrictEqual([slash.status, field(slash.body, "rule")], [400, "organisation.node_name_slash"])
      assert.strictEqual((yield* create("  ")).status, 422)
      const twin = yield* create(" Bar ")
      assert.deepStrictEqual([twin.status, field(twin.body, "rule")], [400, "organisation.node_name_taken"])
      const food = field((yield* create("Food")).body, "id")
      const rename = yield* call(`/tree/nodes/${food}/settings`, { token, body: { name: "Bar", description: "" } })
      assert.strictEqual(rename.status, 400)
      const below = yield* call(`/tree/nodes/${bar}/create-node`, { token, body: { name: "Bar", description: "" } })
      assert.strictEqual(below.status, 200)
      const many = yield* Effect.all(Array.from({ length: 6 }, () => create("Only one")), { concurrency: 6 })
      assert.deepStrictEqual(many.map(({ status }) => status).toSorted(), [200, 400, 400, 400, 400, 400])
    }))

  it.effect("forbids only what is not there yet", () =>
    Effect.gen(function*() {
      const { bar, id, token } = yield* fest("Forbidding")
      const settings = (node: number, lists: object) =>
        call(`/tree/nodes/${node}/settings`, { token, body: { name: `Node ${node}`, description: "", ...lists } })
      const refused = yield* settings(id, { forbidden_objects_at_node: ["product"] })
      assert.strictEqual(field(refused.body, "rule"), "organisation.forbidden_objects_exist")
      assert.strictEqual((yield* settings(id, { forbidden_objects_in_subtree: ["product"] })).status, 200)
      assert.include(
        field(find((yield* call("/tree/", { token })).body, bar), "computed_forbidden_objects_at_node"),
        "product"
      )
      const lifted = yield* settings(id, {})
      assert.deepStrictEqual(field(lifted.body, "forbidden_objects_in_subtree"), [])
      const root = yield* call("/tree/nodes/0/settings", {
        token,
        body: { name: "root", description: "", forbidden_objects_at_node: ["user"] }
      })
      assert.strictEqual(root.status, 400)
    }))

  it.effect("shows the chain from the root to one's home and everything below", () =>
    Effect.gen(function*() {
      const { bar, id, token } = yield* fest("Home")
      const other = yield* createNode(token, 0, "event", { name: "Another festival" })
      const password = "the home password"
      const user = yield* call(`/users?node_id=${id}`, {
        token,
        body: { login: "hanna", display_name: "Hanna", password }
      })
      const role = yield* call(`/user-roles?node_id=${id}`, {
        token,
        body: { name: "lead", privileges: ["node_administration"] }
      })
      const body = { user_id: field(user.body, "id"), role_ids: [field(role.body, "id")] }
      assert.strictEqual((yield* call(`/user-to-roles?node_id=${id}`, { token, body })).status, 200)
      const hanna = yield* signIn("hanna", password)
      const tree = (yield* call("/tree/", { token: hanna })).body
      assert.deepInclude(tree, { id: 0, parent: 0, path: "/0", parent_ids: [0], privileges_at_node: [] })
      assert.deepStrictEqual(field(tree, "children", "length"), 1)
      assert.deepStrictEqual(field(find(tree, bar), "privileges_at_node"), ["node_administration"])
      assert.isUndefined(find(tree, other))
      // Hanna can't change nodes that are out of sight, and a missing node is not found.
      for (const [node, status] of [[other, 403], [0, 403], [999_999, 404]]) {
        const made = yield* call(`/tree/nodes/${node}/create-node`, {
          token: hanna,
          body: { name: "Mine", description: "" }
        })
        assert.strictEqual(made.status, status)
      }
    }))

  it.effect("shows of an event to those without a role in it no more than its name", () =>
    Effect.gen(function*() {
      const { bar, id, token } = yield* fest("Private")
      const stage = yield* createNode(token, id, "node", { name: "Stage", description: "Secret headliner" })
      const password = "the private password"
      const user = yield* call(`/users?node_id=${id}`, {
        token,
        body: { login: "rolf", display_name: "Rolf", password }
      })
      const rolf = yield* signIn("rolf", password)
      const without = yield* call("/tree/", { token: rolf })
      const nothing = { description: "", event: null, privileges_at_node: [] }
      assert.deepInclude(find(without.body, id), { ...nothing, name: "Private", children: [] })
      assert.notInclude(JSON.stringify(without.body), "Europe/Berlin")
      const role = yield* call(`/user-roles?node_id=${id}`, {
        token,
        body: { name: "stage lead", privileges: ["node_administration"] }
      })
      const assigned = { user_id: field(user.body, "id"), role_ids: [field(role.body, "id")] }
      assert.strictEqual((yield* call(`/user-to-roles?node_id=${stage}`, { token, body: assigned })).status, 200)
      const withPart = (yield* call("/tree/", { token: rolf })).body
      assert.strictEqual(field(find(withPart, id), "event", "time_zone"), "Europe/Berlin")
      assert.deepInclude(find(withPart, stage), {
        description: "Secret headliner",
        privileges_at_node: ["node_administration"]
      })
      assert.isUndefined(find(withPart, bar))
    }))

  it.effect("looks at the token before it looks for the node", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* call("/users?node_id=999999", { token: "nobody's" })).status, 401)
      const token = yield* signInAdministrator
      const missing = yield* call("/users?node_id=999999", { token })
      assert.deepStrictEqual([missing.status, field(missing.body, "element_type")], [404, "node"])
    }))

  it.effect("changes nothing in an archived part of the tree", () =>
    Effect.gen(function*() {
      const { bar, id, token } = yield* fest("Archived")
      const sql = yield* SqlClient.SqlClient
      yield* sql`update node set read_only = true where id in (${id}, ${bar})`
      const made = yield* call(`/tree/nodes/${bar}/create-node`, { token, body: { name: "Late", description: "" } })
      assert.deepStrictEqual([made.status, field(made.body, "id")], [400, "NodeIsReadOnly"])
      assert.strictEqual((yield* call(`/tree/events/${id}/settings`, { token })).status, 200)
    }))

  it.effect("lists what happened, newest first, page by page", () =>
    Effect.gen(function*() {
      const { bar, id, token } = yield* fest("Audited")
      yield* call(`/tree/nodes/${bar}/settings`, { token, body: { name: "Bar 2", description: "later" } })
      const list = (yield* call(`/tree/nodes/${id}/audit-logs`, { token })).body
      assert.deepStrictEqual(Array.isArray(list) ? list.map((entry) => [entry.log_type, entry.node_id]) : list, [
        ["node_updated", bar],
        ["node_created", id]
      ])
      const first = field(list, 0, "id")
      const entry = yield* call(`/tree/nodes/${id}/audit-logs/${first}`, { token })
      assert.deepInclude(field(entry.body, "content", "old"), { name: "Bar" })
      assert.deepInclude(field(entry.body, "content", "new"), { name: "Bar 2" })
      const next = yield* call(`/tree/nodes/${id}/audit-logs?limit=1&cursor=${first}`, { token })
      assert.deepStrictEqual(field(next.body, "length"), 1)
      assert.strictEqual(field(next.body, 0, "log_type"), "node_created")
      const elsewhere = yield* call(`/tree/nodes/${bar}/audit-logs/${field(next.body, 0, "id")}`, { token })
      assert.deepStrictEqual([elsewhere.status, field(elsewhere.body, "element_type")], [404, "audit_log"])
      assert.strictEqual((yield* call(`/tree/nodes/${id}/audit-logs?limit=0`, { token })).status, 422)
    }))

  it.effect("lists what happened by kind, person and time", () =>
    Effect.gen(function*() {
      const { bar, id, token } = yield* fest("Filtered")
      yield* call(`/tree/nodes/${bar}/settings`, { token, body: { name: "Bar 2", description: "later" } })
      const sql = yield* SqlClient.SqlClient
      const [admin] = yield* sql<{ id: bigint }>`select id from usr where login = 'admin'`
      const types = (filter: string) =>
        Effect.map(call(`/tree/nodes/${id}/audit-logs?${filter}`, { token }), ({ body, status }) => {
          assert.strictEqual(status, 200, filter)
          return Array.isArray(body) ? body.map((entry) => entry.log_type) : body
        })
      const all = ["node_updated", "node_created"]
      const [past, future] = ["2020-01-01T00:00:00Z", encodeURIComponent("2999-01-01T00:00:00+02:00")]
      const expected = {
        "": all,
        "log_type=node_created": ["node_created"],
        "log_type=nothing": [],
        [`user_id=${admin!.id}`]: all,
        [`user_id=${admin!.id}&log_type=node_updated`]: ["node_updated"],
        "user_id=999999": [],
        [`from_time=${past}&to_time=${future}`]: all,
        [`from_time=${future}`]: [],
        [`to_time=${past}`]: []
      }
      for (const [filter, found] of Object.entries(expected)) {
        assert.deepStrictEqual(yield* types(filter), found, filter)
      }
      const [boundary] = yield* sql<{ at: string }>`select to_char(created_at at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
        from audit_log where node_id = ${bar} and log_type = 'node_updated'`
      assert.notInclude(yield* types(`to_time=${boundary!.at}`), "node_updated")
      for (const wrong of ["from_time=yesterday", "to_time=2026-01-01T00:00:00", "user_id=x"]) {
        assert.strictEqual((yield* call(`/tree/nodes/${id}/audit-logs?${wrong}`, { token })).status, 422, wrong)
      }
    }))
})
