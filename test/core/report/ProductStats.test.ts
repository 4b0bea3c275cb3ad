import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { dayEndsIn, hourOf, type Period, type ReportTime } from "@wristbank/core/report/EventDay"
import { ProductSlice, productStats } from "@wristbank/core/report/ProductStats"
import { seriesOf, type StatInterval } from "@wristbank/core/report/TimeSeries"
import { DateTime } from "effect"
import fc from "fast-check"
import { dayEnd, period, timeZone } from "./ReportTimes.ts"

const quarter = 900_000

const place = { node_id: 7n, node_name: "Bar" }

/** Two goods, a deposit and the discount of vouchers. */
const catalogue = [
  { product_id: 1n, product_name: "Beer", product_type: "user_defined", is_returnable: false },
  { product_id: 2n, product_name: "Cup", product_type: "user_defined", is_returnable: true },
  { product_id: 3n, product_name: "Discount", product_type: "discount", is_returnable: false },
  { product_id: 4n, product_name: "Water", product_type: "user_defined", is_returnable: false }
] as const

const time = fc.tuple(timeZone, dayEnd, period).map(([zone, end, given]): ReportTime => ({
  period: given,
  timeZone: zone,
  dayEnds: dayEndsIn(given, zone, end)
})).filter(({ dayEnds }) => dayEnds.length > 0)

/** Sales: product, time as a share of the period, pieces and cents. */
const sold = fc.array(
  fc.tuple(
    fc.nat(catalogue.length - 1),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.integer({ min: -9, max: 9 }),
    fc.integer()
  ),
  { maxLength: 40 }
)

const momentAt = ({ from, to }: Period, share: number) =>
  from.epochMilliseconds + Math.floor(share * (to.epochMilliseconds - from.epochMilliseconds))

/** Slices in the order of the database: by product, then by time. */
const slicesOf = (
  { dayEnds, period: given }: ReportTime,
  sales: ReadonlyArray<readonly [product: number, share: number, pieces: number, cents: number]>
) =>
  sales.toSorted(([a, x], [b, y]) => a - b || x - y).map(([product, share, pieces, cents]) => {
    const moment = momentAt(given, share)
    return new ProductSlice({
      ...catalogue[product]!,
      quarter: DateTime.makeUnsafe(Math.floor(moment / quarter) * quarter),
      day: dayEnds.filter((end) => end.epochMilliseconds <= moment).length,
      ...place,
      pieces: BigInt(pieces),
      vouchers: BigInt(pieces) * 2n,
      revenue: Money.Cents.make(BigInt(cents))
    })
  })

const totals = (intervals: ReadonlyArray<Pick<StatInterval, "count" | "revenue">>) => ({
  count: intervals.reduce((sum, { count }) => sum + count, 0),
  revenue: Money.sum(intervals.map(({ revenue }) => revenue))
})

it("products, deposits and discounts add up to all that was sold, and each product's hours to its own", () =>
  fc.assert(fc.property(time, sold, (given, sales) => {
    const slices = slicesOf(given, sales)
    const stats = productStats(given, slices)
    const discounts = slices.filter(({ product_type }) => product_type === "discount")
      .map(({ pieces, revenue }) => ({ count: Number(pieces), revenue }))
    const all = totals(slices.map(({ pieces, revenue }) => ({ count: Number(pieces), revenue })))
    assert.deepStrictEqual(
      totals([...stats.product_overall_stats, ...stats.deposit_overall_stats, ...discounts]),
      all
    )
    for (const { count, node_id, node_name, vouchers_redeemed } of stats.product_overall_stats) {
      assert.deepStrictEqual({ node_id, node_name }, place)
      assert.strictEqual(vouchers_redeemed, count * 2)
    }
    assert.deepStrictEqual(totals(stats.hourly_intervals), all)
    assert.deepStrictEqual(totals(stats.daily_intervals), all)
    const each = [
      [stats.product_hourly_intervals, stats.product_overall_stats],
      [stats.deposit_hourly_intervals, stats.deposit_overall_stats]
    ] as const
    for (const [hours, overall] of each) {
      assert.deepStrictEqual(
        hours.map(({ intervals, product_id }) => ({ product_id, ...totals(intervals) })),
        overall.map(({ count, product_id, revenue }) => ({ product_id, count, revenue }))
      )
    }
  })))

it("every product sold is listed once, as what it is", () =>
  fc.assert(fc.property(time, sold, (given, sales) => {
    const stats = productStats(given, slicesOf(given, sales))
    const names = (returnable: boolean) =>
      catalogue.filter(({ is_returnable, product_type }, n) =>
        product_type === "user_defined" && is_returnable === returnable && sales.some(([product]) => product === n)
      ).map(({ product_name }) => product_name)
    assert.deepStrictEqual(stats.product_overall_stats.map(({ product_name }) => product_name), names(false))
    assert.deepStrictEqual(stats.deposit_overall_stats.map(({ product_name }) => product_name), names(true))
  })))

it("the order in which products come does not matter to hours and days", () =>
  fc.assert(fc.property(time, sold, (given, sales) => {
    const slices = slicesOf(given, sales)
    const ascending = slices.toSorted((a, b) => a.quarter.epochMilliseconds - b.quarter.epochMilliseconds)
    const { daily_intervals, hourly_intervals } = seriesOf(given, slices)
    assert.deepStrictEqual({ daily_intervals, hourly_intervals }, {
      daily_intervals: seriesOf(given, ascending).daily_intervals,
      hourly_intervals: seriesOf(given, ascending).hourly_intervals
    })
    const hours = hourly_intervals.map(({ from_time }) => from_time.epochMilliseconds)
    const expected = new Set(ascending.map((slice) => hourOf(slice.quarter, given.timeZone).epochMilliseconds))
    assert.deepStrictEqual(hours, Array.from(expected))
  })))
