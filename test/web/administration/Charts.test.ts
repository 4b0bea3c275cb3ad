import { heightOf, ticksOf } from "@wristbank/core/report/ChartScale"
import fc from "fast-check"
import { expect, test } from "vitest"

const values = fc.array(fc.integer({ min: -1_000_000_00, max: 1_000_000_000 }).map((cents) => cents / 100), {
  minLength: 1
})

test("the lines of a chart are few, evenly apart, include zero, and every value stands between them", () =>
  fc.assert(fc.property(values, (all) => {
    const ticks = ticksOf(all)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(7)
    expect(ticks.some((tick) => tick === 0)).toBe(true)
    const step = ticks[1]! - ticks[0]!
    expect(ticks.slice(1).every((tick, at) => Math.abs(tick - ticks[at]! - step) < step * 1e-6)).toBe(true)
    for (const value of all) {
      expect(heightOf(value, ticks)).toBeGreaterThanOrEqual(-1e-9)
      expect(heightOf(value, ticks)).toBeLessThanOrEqual(1 + 1e-9)
    }
  })))

test("the lines stand at round numbers", () => {
  expect(ticksOf([0, 7.3, 18])).toEqual([0, 5, 10, 15, 20])
  expect(ticksOf([-120, 340])).toEqual([-200, 0, 200, 400])
  expect(ticksOf([0])).toEqual([0, 1])
})
