import { assert, it } from "@effect/vitest"
import { baseNameOf, newestOf } from "@wristbank/core/sql/BaseCopy"
import { DateTime } from "effect"
import fc from "fast-check"

it("the newest copy is told from the names of all, whatever else is in the folder", () => {
  const moment = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2090) })
  const other = fc.constantFrom(".draft", "lost+found", "2026-11-23", "2026-11-23T15-51-39.797Z.old", "2099-99-99")
  fc.assert(fc.property(fc.array(moment), fc.array(other), (moments, others) => {
    const names = moments.map((at) => baseNameOf(DateTime.formatIso(DateTime.makeUnsafe(at))))
    const newest = newestOf([...others, ...names])
    assert.strictEqual(newest?.epochMilliseconds, moments.length === 0 ? undefined : Math.max(...moments))
  }))
})
