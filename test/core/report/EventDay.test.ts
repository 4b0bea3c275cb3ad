import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import {
  beganBefore,
  businessDay,
  dayEndsIn,
  hourOf,
  maxDays,
  type Period,
  reportPeriod,
  reportTime
} from "@wristbank/core/report/EventDay"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { asked, at, dayEnd, moment, period, settings, timeZone } from "./ReportTimes.ts"

const hour = 3_600_000
const millis = (time: DateTime.Utc) => time.epochMilliseconds
const shown = (times: ReadonlyArray<DateTime.Utc>) => times.map((time) => DateTime.formatIso(time))

/** Start and end of the days; the first begins with the period. */
const daysOf = ({ from }: Period, ends: ReadonlyArray<DateTime.Utc>) =>
  ends.map((end, n) => [millis(n === 0 ? from : ends[n - 1]!), millis(end)] as const)

describe("days of business", () => {
  it("every moment of a period belongs to exactly one of its days", () =>
    fc.assert(
      fc.property(timeZone, dayEnd, period, fc.double({ min: 0, max: 1, noNaN: true }), (zone, end, given, share) => {
        const length = millis(given.to) - millis(given.from)
        fc.pre(length > 0)
        const sold = millis(given.from) + Math.min(Math.floor(share * length), length - 1)
        const days = daysOf(given, dayEndsIn(given, zone, end))
        assert.lengthOf(days.filter(([from, to]) => from <= sold && sold < to), 1)
      })
    ))

  it("a day lasts 23 to 25 hours, the first at most that, and none begins after the period", () =>
    fc.assert(fc.property(timeZone, dayEnd, period, (zone, end, given) => {
      for (const [n, [from, to]] of daysOf(given, dayEndsIn(given, zone, end)).entries()) {
        assert.isAtMost(to - from, 25 * hour)
        assert.isAtLeast(to - from, n === 0 ? 1 : 23 * hour)
        assert.isBelow(from, millis(given.to))
      }
    })))

  it("a day ends when the clocks of the event show it, unless they skip that time", () =>
    fc.assert(fc.property(timeZone, dayEnd, period, (zone, end, given) => {
      for (const ended of dayEndsIn(given, zone, end)) {
        const clock = DateTime.formatIsoZoned(DateTime.setZone(ended, zone)).slice(11, 19)
        const before = DateTime.zonedOffset(DateTime.setZone(DateTime.subtract(ended, { hours: 2 }), zone))
        const skipped = DateTime.zonedOffset(DateTime.setZone(ended, zone)) > before
        if (!skipped) assert.strictEqual(clock, end)
      }
    })))

  it("the date of a day is that of the daily report about it, also where the period begins in the middle of the day", () =>
    fc.assert(fc.property(timeZone, dayEnd, period, (zone, daily_end_time, given) => {
      for (const ended of dayEndsIn(given, zone, daily_end_time)) {
        const date = DateTime.formatIsoDate(DateTime.setZone(beganBefore(ended, zone), zone))
        const reported = businessDay({ daily_end_time, time_zone: DateTime.zoneToString(zone) }, date)
        assert.deepStrictEqual(Result.getOrThrow(reported).to, ended)
      }
    })))

  it.each([
    ["the hour on the boundary begins the next day", "2026-07-01T04:00:00Z", "2026-07-03T04:00:00Z", "06:00:00", [
      "2026-07-02T04:00:00.000Z",
      "2026-07-03T04:00:00.000Z"
    ]],
    ["a first day is cut short", "2026-07-01T08:00:00Z", "2026-07-02T08:00:00Z", "22:00:00", [
      "2026-07-01T20:00:00.000Z",
      "2026-07-02T20:00:00.000Z"
    ]],
    ["a day of 23 hours", "2026-03-28T05:00:00Z", "2026-03-29T05:00:00Z", "06:00:00", [
      "2026-03-29T04:00:00.000Z",
      "2026-03-30T04:00:00.000Z"
    ]],
    ["a day of 25 hours", "2026-10-24T04:00:00Z", "2026-10-25T04:30:00Z", "06:00:00", ["2026-10-25T05:00:00.000Z"]],
    ["an end that the clocks skip", "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z", "02:30:00", [
      "2026-03-29T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z"
    ]],
    ["an end that the clocks pass twice", "2026-10-24T12:00:00Z", "2026-10-25T01:00:00Z", "02:30:00", [
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z"
    ]],
    ["nothing", "2026-07-01T04:00:00Z", "2026-07-01T04:00:00Z", "06:00:00", []]
  ])("in Berlin: %s", (_, from, to, end, ends) => {
    const zone = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")
    assert.deepStrictEqual(shown(dayEndsIn({ from: at(from), to: at(to) }, zone, end)), ends)
  })
})

it("a moment lies in the full hour that the clocks of the event show", () =>
  fc.assert(fc.property(timeZone, moment, (zone, given) => {
    const start = hourOf(given, zone)
    assert.isAtMost(millis(start), millis(given))
    assert.isBelow(millis(given) - millis(start), hour)
    const offset = DateTime.zonedOffset(DateTime.setZone(given, zone))
    assert.strictEqual((millis(start) + offset) % hour, 0)
  })))

describe("what a report covers", () => {
  it("is the whole event unless bounds are given", () => {
    const bounds = (from: string | null, to: string | null) => {
      const covered = Result.getOrThrow(reportTime(settings, asked(from, to))).period
      return shown([covered.from, covered.to])
    }
    const [start, end] = ["2026-07-01T08:00:00.000Z", "2026-07-05T08:00:00.000Z"]
    const [earlier, later] = ["2026-06-01T00:00:00.000Z", "2026-08-01T00:00:00.000Z"]
    assert.deepStrictEqual(bounds(null, null), [start, end])
    assert.deepStrictEqual(bounds(earlier, null), [earlier, end])
    assert.deepStrictEqual(bounds(null, later), [start, later])
    assert.deepStrictEqual(bounds(start, start), [start, start])
  })

  it.each([
    ["the event has no start", { start_date: null }, null, null, "event_undated"],
    ["the event has no end", { end_date: null }, null, null, "event_undated"],
    [
      "the event has no daily end",
      { daily_end_time: null },
      "2026-07-01T08:00:00Z",
      "2026-07-02T08:00:00Z",
      "event_undated"
    ],
    ["the period ends before it begins", {}, "2026-07-02T08:00:00Z", "2026-07-02T07:59:59.999Z", "period_ends_before"],
    ["the period begins after the event", {}, "2026-08-01T00:00:00Z", null, "period_ends_before"],
    ["the period is too long", {}, "1970-01-01T00:00:00Z", null, "period_too_long"]
  ])("is refused when %s", (_, change, from, to, rule) => {
    const refusal = Result.getOrThrow(Result.flip(reportTime({ ...settings, ...change }, asked(from, to))))
    assert.strictEqual(refusalName(refusal), `report.${rule}`)
  })

  it("is cut into as many days as a period may have at most", () => {
    const from = at("2026-01-01T00:00:00Z")
    const longest = { from, to: DateTime.add(from, { days: maxDays }) }
    assert.isAtMost(Result.getOrThrow(reportTime(settings, longest)).dayEnds.length, maxDays + 1)
    const longer = { from, to: DateTime.add(longest.to, { milliseconds: 1 }) }
    assert.isTrue(Result.isFailure(reportTime(settings, longer)))
  })
})

describe("the period of a report without days", () => {
  const bounds = (from: string | null, to: string | null, dates: Parameters<typeof reportPeriod>[0] = settings) => {
    const covered = Result.getOrThrow(reportPeriod(dates, asked(from, to)))
    return shown([covered.from, covered.to])
  }

  it("is the event's, and all time as far as the event has no dates", () => {
    const [early, late] = ["2026-07-02T00:00:00.000Z", "2026-07-03T00:00:00.000Z"]
    const undated = { start_date: null, end_date: null }
    assert.deepStrictEqual(bounds(null, null), ["2026-07-01T08:00:00.000Z", "2026-07-05T08:00:00.000Z"])
    assert.deepStrictEqual(bounds(early, late), [early, late])
    assert.deepStrictEqual(bounds(null, late, undated), ["1970-01-01T00:00:00.000Z", late])
    assert.deepStrictEqual(bounds(early, null, undated), [early, "4000-01-01T00:00:00.000Z"])
  })

  it("is refused when it ends before it begins", () => {
    const turned = reportPeriod(settings, asked("2026-07-02T08:00:00Z", "2026-07-02T07:59:59.999Z"))
    assert.strictEqual(refusalName(Result.getOrThrow(Result.flip(turned))), "report.period_ends_before")
  })
})
