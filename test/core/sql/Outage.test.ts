import { assert, it } from "@effect/vitest"
import { logIntervalMillis, type Observation, observe, type Outage, quietMillis } from "@wristbank/core/sql/Outage"
import * as fc from "fast-check"

const observations: fc.Arbitrary<Observation> = fc.oneof(
  fc.constantFrom<Observation>({ kind: "call" }, { kind: "round" }),
  fc.record({ kind: fc.constant("look" as const), answers: fc.boolean() })
)

it("every failure is counted in one outage, whose lines come in order and seldom", () => {
  fc.assert(fc.property(
    fc.array(fc.record({ seen: observations, pause: fc.integer({ min: 0, max: 9_000 }) }), { maxLength: 300 }),
    (history) => {
      let now = 0
      let outage: Outage | undefined
      let counted = 0
      let toldAt = 0
      for (const { pause, seen } of history) {
        now += pause
        const before = outage
        const next = observe(outage, seen, now)
        outage = next.outage
        const failed = seen.kind !== "look"
        assert.strictEqual(next.line === "began", failed && before === undefined)
        if (failed) counted++
        if (next.line === "lasts") assert.isAtLeast(now - toldAt, logIntervalMillis)
        if (next.line === "ended") {
          assert.isDefined(before)
          assert.strictEqual(before!.calls + before!.rounds, counted)
          assert.isAtLeast(now - before!.last, quietMillis)
          counted = 0
        }
        if (next.line !== undefined) toldAt = now
        assert.strictEqual((outage?.calls ?? 0) + (outage?.rounds ?? 0), counted)
      }
    }
  ))
})

it("a database that answers ends an outage once nothing failed for a while, one that does not never", () => {
  const { outage } = observe(undefined, { kind: "call" }, 0)
  assert.strictEqual(observe(outage, { kind: "look", answers: true }, quietMillis - 1).line, undefined)
  assert.strictEqual(observe(outage, { kind: "look", answers: false }, quietMillis).line, undefined)
  assert.strictEqual(observe(outage, { kind: "look", answers: true }, quietMillis).line, "ended")
})
