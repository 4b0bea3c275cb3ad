import { assert, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { SoldOutRow, TreeNode } from "@wristbank/core/event/EventConfiguration"
import { decideSoldOut, soldOutAt } from "@wristbank/core/event/SoldOut"
import { Result } from "effect"
import fc from "fast-check"

/** The root 0, an event 1 with the places 2 and 3, and the bar 4 in 2. */
const paths: Readonly<Record<string, ReadonlyArray<bigint>>> = {
  1: [0n, 1n],
  2: [0n, 1n, 2n],
  3: [0n, 1n, 3n],
  4: [0n, 1n, 2n, 4n]
}
const ids = [1n, 2n, 3n, 4n]
const nodes = new Map(ids.map((id) => [
  id,
  new TreeNode({ id, name: `node ${id}`, parent_ids: paths[String(id)]!.slice(0, -1), read_only: false })
]))

const rows = fc.uniqueArray(
  fc.record({ product_id: fc.constantFrom(7n, 8n), node_id: fc.constantFrom(...ids) }).map((row) =>
    new SoldOutRow(row)
  ),
  { selector: ({ node_id, product_id }) => `${product_id} ${node_id}` }
)

it("a product is sold out at a node exactly if it is marked there or above", () =>
  fc.assert(fc.property(rows, fc.constantFrom(...ids), (soldOut, node) => {
    const marked = soldOut.filter(({ node_id }) => paths[String(node)]!.includes(node_id))
    const expected = new Set(marked.map(({ product_id }) => product_id))
    assert.deepStrictEqual(soldOutAt({ nodes, soldOut }, node), expected)
  })))

it("a decided mark makes the product as wanted, and what is so already is left", () =>
  fc.assert(fc.property(rows, fc.constantFrom(...ids), fc.boolean(), (soldOut, node, wanted) => {
    const path = paths[String(node)]!
    const isMarked = (id: bigint) => soldOut.some(({ node_id, product_id }) => product_id === 7n && node_id === id)
    const markedAt = path.filter(isMarked).map((id) => ({ id, name: `node ${id}` }))
    const isGone = soldOutAt({ nodes, soldOut }, node).has(7n)
    const decided = decideSoldOut("Beer", node, markedAt, wanted)
    if (Result.isFailure(decided)) {
      assert.strictEqual(refusalName(decided.failure), "catalogue.sold_out_above")
      assert.isFalse(wanted)
      assert.isTrue(path.slice(0, -1).some(isMarked))
      return
    }
    assert.strictEqual(decided.success, isGone !== wanted)
    const others = soldOut.filter(({ node_id, product_id }) => product_id !== 7n || node_id !== node)
    const after = !decided.success
      ? soldOut
      : wanted
      ? [...soldOut, new SoldOutRow({ product_id: 7n, node_id: node })]
      : others
    assert.strictEqual(soldOutAt({ nodes, soldOut: after }, node).has(7n), wanted)
  })))
