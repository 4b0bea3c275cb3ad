import fc from "fast-check"
import { assert, test } from "vitest"
import { inPlaces } from "../../../../web/administration/sell/categories/Order.ts"

const list = fc.array(fc.nat(50), { minLength: 1, maxLength: 12 })
  .map((places) => places.toSorted((a, b) => a - b).map((sequence, id) => ({ id, sequence })))

test("a category comes to its place, all others keep their order, and only what must change does", () =>
  fc.assert(fc.property(list, fc.nat(), fc.nat(), (all, which, where) => {
    const { id } = all[which % all.length]!
    const to = where % all.length
    const changes = inPlaces(all, id, to)
    const after = all.map((one) => changes.find((change) => change.id === one.id) ?? one)
      .toSorted((a, b) => a.sequence - b.sequence)
    assert.strictEqual(new Set(after.map(({ sequence }) => sequence)).size, all.length)
    assert.strictEqual(after.findIndex((one) => one.id === id), to)
    const ids = (of: ReadonlyArray<{ readonly id: number }>) => of.map((one) => one.id).filter((one) => one !== id)
    assert.deepStrictEqual(ids(after), ids(all))
    for (const change of changes) assert.notStrictEqual(change.sequence, all[change.id]!.sequence)
  })))
