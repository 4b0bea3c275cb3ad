import { assert, it } from "@effect/vitest"
import { NumberSet } from "@wristbank/core/tse/NumberSet"
import fc from "fast-check"

/** Numbers near each other, around the ends of blocks, and far away. */
const numbers = fc.array(fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(1015n, 1035n), fc.bigInt(-(2n ** 63n), 2n ** 64n)))

it("has what was added, whatever the order, and knows what lacks between", () =>
  fc.assert(fc.property(numbers, fc.bigInt(0n, 1040n), (added, other) => {
    const set = new NumberSet()
    const model = new Set<bigint>()
    for (const number of added) {
      assert.strictEqual(set.add(number), !model.has(number))
      model.add(number)
    }
    const sorted = [...model].toSorted((one, two) => one < two ? -1 : 1)
    assert.strictEqual(set.size, model.size)
    assert.strictEqual(set.first, sorted[0] ?? null)
    assert.strictEqual(set.last, sorted.at(-1) ?? null)
    assert.isTrue(added.every((number) => set.has(number)))
    assert.strictEqual(set.has(other), model.has(other))
    const gaps = sorted.slice(1).flatMap((number, index) =>
      number > sorted[index]! + 1n ? [[sorted[index]! + 1n, number - 1n]] : []
    )
    assert.deepStrictEqual([...set.gaps()].map((gap) => [...gap]), gaps)
  })))
