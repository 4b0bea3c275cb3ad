import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { businessDayOf, endOfBusinessDay } from "../../../../web/administration/reports/BusinessDay.ts"

const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })
const zone = fc.constantFrom("Europe/Berlin", "UTC", "America/New_York", "Australia/Lord_Howe")
const end = fc.option(fc.constantFrom("00:00:00", "04:00:00", "06:00:00", "11:30:00"))

it("a business day ends where the next one begins, after the moment and within a day and an hour", () =>
  fc.assert(
    fc.property(moment, zone, end, (at, timeZone, dayEnd) => {
      const ends = Date.parse(endOfBusinessDay(new Date(at).toISOString(), timeZone, dayEnd))
      const day = (millis: number) => businessDayOf(new Date(millis).toISOString(), timeZone, dayEnd)
      assert.isAbove(ends, at)
      assert.isAtMost(ends - at, 25 * 3_600_000)
      assert.strictEqual(day(ends - 60_000), day(at))
      assert.isAbove(Date.parse(day(ends)), Date.parse(day(at)))
    }),
    { numRuns: 1_000 }
  ))
