import { assert, it } from "@effect/vitest"
import { offsetAfter } from "@wristbank/core/sql/DatabaseClock"
import * as fc from "fast-check"

/** A look at a clock that is ahead by `offset`: the question takes one time, the answer another. */
const look = (offset: number, asked: number, there: number, back: number) => ({
  asked,
  said: asked + there + offset,
  answered: asked + there + back
})

const millis = fc.integer({ min: 0, max: 5_000 })
const offsets = fc.integer({ min: -1e12, max: 1e12 })

it("is wrong by no more than half of what the answer took, whatever it knew before", () => {
  fc.assert(
    fc.property(
      offsets,
      fc.option(offsets, { nil: undefined }),
      millis,
      millis,
      millis,
      (offset, present, asked, there, back) => {
        const known = offsetAfter(present, look(offset, asked, there, back))
        // What it knew may be as far off on the other side of what was measured.
        assert.isAtMost(Math.abs(known - offset), present === undefined ? (there + back) / 2 : there + back)
      }
    )
  )
})

it("does not move for a look that agrees with it", () => {
  fc.assert(fc.property(offsets, millis, millis, millis, (offset, asked, there, back) => {
    assert.strictEqual(offsetAfter(offset, look(offset, asked, there, back)), offset)
  }))
})
