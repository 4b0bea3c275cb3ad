import { assert, it } from "@effect/vitest"
import { replacementAfter } from "@wristbank/cli/processes/Replacement"
import fc from "fast-check"

/** Milliseconds between the ends of a process. */
const gaps = fc.array(fc.integer({ min: 0, max: 900_000 }), { minLength: 1, maxLength: 30 })

it("a process is replaced after pauses that double up to half a minute, and begin anew after ten quiet minutes", () =>
  fc.assert(fc.property(gaps, (given) => {
    let now = 0
    let recent: ReadonlyArray<number> = []
    const ends: Array<number> = []
    for (const gap of given) {
      now += gap
      ends.push(now)
      const next = replacementAfter(recent, now)
      recent = next.recent
      const counted = ends.filter((at) => at > now - 600_000).length
      assert.strictEqual(next.pauseMillis, Math.min(30_000, 100 * 2 ** (counted - 1)))
      assert.strictEqual(next.isLast, counted > 5)
    }
  })))
