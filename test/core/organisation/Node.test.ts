import { assert, it } from "@effect/vitest"
import * as Node from "@wristbank/core/organisation/Node"
import { Result, Schema } from "effect"

const Lists = Schema.Struct({
  forbidden_objects_at_node: Schema.Array(Node.ObjectType),
  forbidden_objects_in_subtree: Schema.Array(Node.ObjectType)
})
type Lists = typeof Lists.Type

/** The chain root, 1, 2 … with the lists of each node; `event` is the position of the event, negative for none. */
const chain = (lists: ReadonlyArray<Lists>, event: number) =>
  lists.reduce<ReadonlyArray<Node.Node>>((above, own, n) => {
    const parent_ids = n === 0 ? [0n] : above.map((node) => node.id)
    const stored = new Node.StoredNode({
      id: BigInt(n),
      parent: BigInt(Math.max(0, n - 1)),
      name: `node ${n}`,
      description: "",
      read_only: false,
      parent_ids,
      event_id: event > 0 && n >= event ? BigInt(event) : null,
      ...own
    })
    return [...above, Node.place(stored, above.at(-1) ?? null)]
  }, [])

it("the tree has twelve levels below its root and an event a thousand nodes, at most", () => {
  const allowed = (level: number, nodesInEvent: number) => {
    const parent = chain(Array.from({ length: level }, () => lists), -1).at(-1)!
    return Result.isSuccess(Node.allowChild(parent, nodesInEvent))
  }
  const lists: Lists = { forbidden_objects_at_node: [], forbidden_objects_in_subtree: [] }
  // The root is part of the chain, so the twelfth level begins below a chain of twelve nodes.
  assert.deepStrictEqual([1, 12, 13].map((nodes) => allowed(nodes, 0)), [true, true, false])
  assert.deepStrictEqual([999, 1_000].map((nodes) => allowed(3, nodes)), [true, false])
})

const Chain = Schema.Array(Lists).check(Schema.isMinLength(1), Schema.isMaxLength(6))
const Event = Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 5 }))

it.prop("a prohibition for the subtree holds at every node below and only there", [Chain, Event], ([lists, event]) => {
  const nodes = chain(lists, event)
  for (const [n, node] of nodes.entries()) {
    for (const type of Node.ObjectType.literals) {
      const inherited = lists.slice(0, n).some((above) => above.forbidden_objects_in_subtree.includes(type))
      const own = lists[n]!.forbidden_objects_at_node.includes(type)
      const byPlace = node.event_node_id === null
        ? ["ticket", "product", "tax_rate", "till", "user_tag", "account", "terminal"].includes(type)
        : node.id !== node.event_node_id &&
          ["user_role", "user_tag", "account", "tse", "tax_rate", "user"].includes(type)
      assert.strictEqual(Result.isFailure(Node.allow(node, type)), inherited || own || byPlace, `${type} at ${n}`)
    }
    const computed = node.computed_forbidden_objects_at_node
    assert.strictEqual(new Set(computed).size, computed.length)
  }
})

it.prop("paths lead from the root and from the event to the node", [Chain, Event], ([lists, event]) => {
  for (const [n, node] of chain(lists, event).entries()) {
    const ids = Array.from({ length: n + 1 }, (_, id) => BigInt(id))
    assert.deepStrictEqual(Node.rootPath(node), ids)
    assert.strictEqual(node.path, `/${ids.join("/")}`)
    assert.deepStrictEqual(Node.eventPath(node), node.event_node_id === null ? [] : ids.slice(event))
    assert.strictEqual(Node.eventIdOf(node), node.event_node_id ?? 0n)
  }
})

it.prop(
  "settings are refused exactly when they start to forbid what is there",
  [
    Lists,
    Lists,
    Schema.Struct({ atNode: Lists.fields.forbidden_objects_at_node, inSubtree: Lists.fields.forbidden_objects_at_node })
  ],
  ([before, after, present]) => {
    const node = chain([{ forbidden_objects_at_node: [], forbidden_objects_in_subtree: [] }, before], 1)[1]!
    const settled = Node.allowSettings(node, new Node.NewNode({ name: "n", description: "", ...after }), present)
    const starts = (list: keyof Lists, there: ReadonlyArray<Node.ObjectType>) =>
      after[list].some((type) => !before[list].includes(type) && there.includes(type))
    assert.strictEqual(
      Result.isFailure(settled),
      starts("forbidden_objects_at_node", present.atNode) || starts("forbidden_objects_in_subtree", present.inSubtree)
    )
  }
)
