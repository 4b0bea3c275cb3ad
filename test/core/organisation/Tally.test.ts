import { assert, describe, it } from "@effect/vitest"
import { Tally } from "@wristbank/core/organisation/Tally"

describe("a tally", () => {
  it("counts by key, and tells each the way it was the first time", () => {
    const tally = new Tally<string>(10)
    for (const [key, what] of [["a", "first"], ["b", "other"], ["a", "second"]] as const) tally.note(key, what)
    assert.deepStrictEqual(tally.take(), {
      counted: [{ first: "first", count: 2 }, { first: "other", count: 1 }],
      beyond: 0
    })
    assert.deepStrictEqual(tally.take(), { counted: [], beyond: 0 })
  })

  it("keeps no more keys than it may, and loses none of the count", () => {
    const tally = new Tally<number>(3)
    for (let round = 0; round < 2; round++) for (let n = 0; n < 1000; n++) tally.note(String(n), n)
    const { beyond, counted } = tally.take()
    assert.deepStrictEqual(counted.map(({ count, first }) => [first, count]), [[0, 2], [1, 2], [2, 2]])
    assert.strictEqual(beyond, 2 * 997)
    tally.note("5", 5)
    assert.deepStrictEqual(tally.take(), { counted: [{ first: 5, count: 1 }], beyond: 0 })
  })
})
