import { assert, it } from "@effect/vitest"
import { reconnectPause } from "@wristbank/core/tse/ReconnectPause"
import { Duration } from "effect"
import fc from "fast-check"

const seconds = (attempt: number, random: number) => Duration.toSeconds(reconnectPause(attempt, random))

it("a device is connected to again after 2 seconds five times, then after longer ones up to 10", () =>
  assert.deepStrictEqual(
    Array.from({ length: 10 }, (_, attempt) => seconds(attempt, 0.5)),
    [2, 2, 2, 2, 2, 3, 4.5, 6.75, 10, 10]
  ))

it("no pause differs from that by more than a quarter, and chance decides by how much", () =>
  fc.assert(fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
    const usual = seconds(attempt, 0.5)
    assert.isAtLeast(seconds(attempt, random), usual * 0.75 - 0.001)
    assert.isAtMost(seconds(attempt, random), usual * 1.25 + 0.001)
    assert.isBelow(seconds(attempt, 0), seconds(attempt, 1))
  })))
