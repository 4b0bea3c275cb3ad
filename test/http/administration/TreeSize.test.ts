import { assert, layer } from "@effect/vitest"
import { EventConfigurationRepository } from "@wristbank/core/event/EventConfigurationRepository"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, createNode, field, serverLayer, signInAdministrator } from "../../support/administration.ts"

layer(serverLayer, { excludeTestServices: true })("the size of the tree", (it) => {
  it.effect("ends after twelve levels, and at an event after a thousand nodes that were not deleted", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const sql = yield* SqlClient.SqlClient
      const create = (parent: number, name: string) =>
        call(`/tree/nodes/${parent}/create-node`, { token, body: { name, description: "" } })
      const deep = yield* createNode(token, 0, "event", { name: "Deep" })
      let lowest = deep
      for (let level = 2; level <= 12; level++) lowest = yield* createNode(token, lowest, "node", { name: `${level}` })
      const below = yield* create(lowest, "13")
      assert.deepStrictEqual([below.status, field(below.body, "rule")], [400, "organisation.tree_too_deep"])
      const wide = yield* createNode(token, 0, "event", { name: "Wide" })
      yield* sql`insert into node (parent, name, description, parent_ids, event_id, deleted)
        select ${wide}, 'n' || n, '', array[0, ${wide}]::bigint[], ${wide}, n > 998 from generate_series(1, 2000) n`
      const last = yield* create(wide, "last")
      assert.strictEqual(last.status, 200)
      const more = yield* create(wide, "more")
      assert.deepStrictEqual([more.status, field(more.body, "rule")], [400, "organisation.event_full"])
      const removed = yield* call(`/tree/nodes/${Number(field(last.body, "id"))}`, { token, method: "DELETE" })
      assert.strictEqual(removed.status, 200)
      assert.strictEqual((yield* create(wide, "more")).status, 200)
    }))

  it.effect("is read however deep it was made before", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const sql = yield* SqlClient.SqlClient
      const event = yield* createNode(token, 0, "event", { name: "Abyss" })
      const levels = 4_000
      const first = 1_000_000_000
      // The paths are shortened; whole paths of that many levels would take 150 MB.
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
        overriding system value
        select ${first}::bigint + n, case n when 1 then ${event} else ${first}::bigint + n - 1 end, lpad(n::text, 4, '0'), '',
          array[0, ${event}]::bigint[] || array(
            select ${first}::bigint + m from generate_series(greatest(1, n - 3), n - 1) m
          ), ${event}
        from generate_series(1, ${levels}::int) n`
      const tree = yield* call("/tree/", { token })
      assert.strictEqual(tree.status, 200)
      let node = (field(tree.body, "children") as ReadonlyArray<unknown>).find((child) => field(child, "id") === event)
      let depth = 0
      for (; node !== undefined; depth++) node = (field(node, "children") as ReadonlyArray<unknown>)[0]
      assert.strictEqual(depth, levels + 1)
      const renamed = yield* call(`/tree/nodes/${event}/settings`, { token, body: { name: "Pit", description: "" } })
      assert.deepStrictEqual([renamed.status, field(renamed.body, "name")], [200, "Pit"])
      yield* sql`update node set deleted = true where event_id = ${event} and id <> ${event}`
      const loaded = yield* (yield* EventConfigurationRepository).load(BigInt(event))
      assert.sameMembers([...loaded!.configuration.nodes.keys()], [0n, BigInt(event)])
    }))
})
