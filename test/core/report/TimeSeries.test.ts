import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { dayEndsIn, type ReportTime } from "@wristbank/core/report/EventDay"
import { seriesOf, Slice, type StatInterval } from "@wristbank/core/report/TimeSeries"
import { DateTime } from "effect"
import fc from "fast-check"
import { at, dayEnd, period, timeZone } from "./ReportTimes.ts"

const quarter = 900_000

/** Sales: time as a share of the period, pieces and cents. */
const sold = fc.array(
  fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.integer({ min: -9, max: 9 }),
    fc.integer()
  ),
  { maxLength: 40 }
)

const time = fc.tuple(timeZone, dayEnd, period).map(([zone, end, given]): ReportTime => ({
  period: given,
  timeZone: zone,
  dayEnds: dayEndsIn(given, zone, end)
}))

/** A slice as the database makes it: by quarter, and by the number of day ends that have passed. */
const sliceAt = (dayEnds: ReadonlyArray<DateTime.Utc>, moment: number, pieces: number, cents: number) =>
  new Slice({
    quarter: DateTime.makeUnsafe(Math.floor(moment / quarter) * quarter),
    day: dayEnds.filter((end) => end.epochMilliseconds <= moment).length,
    pieces: BigInt(pieces),
    revenue: Money.Cents.make(BigInt(cents))
  })

const slicesOf = (
  { dayEnds, period: { from, to } }: ReportTime,
  sales: ReadonlyArray<readonly [share: number, pieces: number, cents: number]>
) =>
  sales
    .map(([share, pieces, cents]) => ({
      at: from.epochMilliseconds + Math.floor(share * (to.epochMilliseconds - from.epochMilliseconds)),
      pieces,
      cents
    }))
    .toSorted((a, b) => a.at - b.at)
    .map((sale) => sliceAt(dayEnds, sale.at, sale.pieces, sale.cents))

const totals = (intervals: ReadonlyArray<StatInterval>) => ({
  count: intervals.reduce((sum, { count }) => sum + count, 0),
  revenue: Money.sum(intervals.map(({ revenue }) => revenue))
})

it("hours and days add up to all that was sold", () =>
  fc.assert(fc.property(time, sold, (given, sales) => {
    fc.pre(given.dayEnds.length > 0)
    const slices = slicesOf(given, sales)
    const { daily_intervals, hourly_intervals } = seriesOf(given, slices)
    const all = {
      count: sales.reduce((sum, [, pieces]) => sum + pieces, 0),
      revenue: Money.sum(slices.map(({ revenue }) => revenue))
    }
    assert.deepStrictEqual(totals(hourly_intervals), all)
    assert.deepStrictEqual(totals(daily_intervals), all)
  })))

it("days follow each other without a gap, hours ascend, and neither ends without a sale", () =>
  fc.assert(fc.property(time, sold, (given, sales) => {
    fc.pre(given.dayEnds.length > 0)
    const slices = slicesOf(given, sales)
    const { daily_intervals, hourly_intervals } = seriesOf(given, slices)
    assert.lengthOf(daily_intervals, slices.length === 0 ? 0 : slices.at(-1)!.day + 1)
    daily_intervals.forEach(({ from_time }, n) =>
      assert.deepStrictEqual(from_time, n === 0 ? given.period.from : daily_intervals[n - 1]!.to_time)
    )
    const hours = hourly_intervals.map(({ from_time }) => from_time.epochMilliseconds)
    assert.deepStrictEqual(hours, Array.from(new Set(hours)).toSorted((a, b) => a - b))
  })))

it("a slice on the boundary belongs to the next day, in the middle of an hour too", () => {
  const given: ReportTime = {
    period: { from: at("2026-07-01T08:00:00Z"), to: at("2026-07-05T08:00:00Z") },
    timeZone: DateTime.zoneMakeNamedUnsafe("Europe/Berlin"),
    dayEnds: [at("2026-07-02T03:30:00Z"), at("2026-07-03T03:30:00Z")]
  }
  const [before, on] = [at("2026-07-02T03:29:59.999Z"), at("2026-07-02T03:30:00Z")].map((moment, n) =>
    sliceAt(given.dayEnds, moment.epochMilliseconds, 1, n === 0 ? 100 : 20)
  )
  const series = seriesOf(given, [before!, on!])
  assert.deepStrictEqual(series.daily_intervals.map(({ revenue }) => revenue), [100n, 20n])
  assert.deepStrictEqual(series.hourly_intervals.map(({ revenue }) => revenue), [120n])
  assert.deepStrictEqual(series.hourly_intervals[0]!.from_time, at("2026-07-02T03:00:00Z"))
  assert.deepStrictEqual(series.hourly_intervals[0]!.to_time, at("2026-07-02T04:00:00Z"))
})
