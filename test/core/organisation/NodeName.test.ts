import { assert, test } from "@effect/vitest"
import { type NamedNode, namePaths, nodeNamed } from "@wristbank/core/organisation/NodeName"
import fc from "fast-check"

const node = (id: bigint, parent: bigint, name: string, event_id: bigint | null = null): NamedNode => ({
  id,
  parent,
  name,
  event_id
})

const nodes = [
  node(0n, 0n, "Root"),
  node(1n, 0n, "Harbour Club"),
  node(2n, 1n, "Festival", 2n),
  node(3n, 2n, "Main bar", 2n),
  node(4n, 0n, "Hill Club"),
  node(5n, 4n, "Festival", 5n),
  node(6n, 4n, "2", 6n)
]
const isEvent = ({ event_id, id }: NamedNode) => event_id === id

const found = (given: string, qualifies = isEvent) => {
  const naming = nodeNamed(given, nodes, qualifies)
  return naming.kind === "one" ? naming.node.id : naming.kind === "several" ? naming.nodes.map(({ id }) => id) : null
}

test("a node is found by its names from the root, by its id, and by its last names where they are unique", () => {
  assert.deepStrictEqual(
    ["Hill Club/Festival", "5", " 5 ", "Festival", "Club/Festival", "99", "", "Main bar", "Harbour Club"].map((given) =>
      found(given)
    ),
    [5n, 5n, 5n, [2n, 5n], null, null, null, null, null]
  )
  assert.strictEqual(found("2"), 2n, "the id, as the event called 2 lies below a club")
  assert.strictEqual(found("Hill Club/2"), 6n)
  assert.strictEqual(found("0", () => true), 0n)
  assert.strictEqual(found("Main bar", () => true), 3n)
})

test("each node is found by its whole path", () => {
  const tree = fc.array(fc.tuple(fc.nat(), fc.constantFrom("a", "b", "c", "7")), { maxLength: 12 }).map((drawn) => {
    const made = [node(0n, 0n, "")]
    for (const [at, name] of drawn) {
      const parent = made[at % made.length]!.id
      if (made.some((one) => one.parent === parent && one.name === name && one.id !== 0n)) continue
      made.push(node(BigInt(made.length + 100), parent, name))
    }
    return made
  })
  fc.assert(fc.property(tree, (all) => {
    const paths = namePaths(all)
    assert.strictEqual(new Set(paths.values()).size, all.length)
    for (const one of all) {
      assert.deepStrictEqual(nodeNamed(paths.get(one.id)!, all, () => true), { kind: "one", node: one })
    }
  }))
})
