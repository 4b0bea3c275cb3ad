import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { dayEndsIn, hourOf, type ReportTime } from "@wristbank/core/report/EventDay"
import * as Takings from "@wristbank/core/report/Takings"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { asked, at, dayEnd, moment, settings, timeZone } from "./ReportTimes.ts"

const quarter = 900

/** Bookings: time as a share of the period, till, cents of sales and pieces. */
const booked = fc.array(
  fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    till: fc.integer({ min: 1, max: 5 }),
    cents: fc.integer({ min: -10_000, max: 10_000 }),
    pieces: fc.integer({ min: -9, max: 9 })
  }),
  { maxLength: 40 }
)
type Bookings = ReadonlyArray<{ share: number; till: number; cents: number; pieces: number }>

/** Up to ten days. */
const time = fc.tuple(timeZone, dayEnd, moment, fc.integer({ min: 1, max: 864_000_000 })).map(
  ([zone, end, from, length]): ReportTime => {
    const period = { from, to: DateTime.makeUnsafe(from.epochMilliseconds + length) }
    return { period, timeZone: zone, dayEnds: dayEndsIn(period, zone, end) }
  }
)

const by = fc.constantFrom(...Takings.TakingsBy.literals)
const compared = fc.constantFrom("day_before", "week_before", null)

const none = Takings.sumOf([])

/** The slices of bookings as the database makes them, one of each key. */
const slicesOf = ({ dayEnds, period: { from, to } }: ReportTime, kind: Takings.TakingsBy, bookings: Bookings) => {
  const keyOf = ({ share, till }: Bookings[number]) => {
    const millis = from.epochMilliseconds + Math.floor(share * (to.epochMilliseconds - from.epochMilliseconds))
    if (kind === "hour") return String(Math.floor(millis / 1000 / quarter) * quarter)
    if (kind === "day") return String(dayEnds.filter((end) => end.epochMilliseconds <= millis).length)
    return kind === "method" ? ["cash", "tag", "sumup"][till % 3]! : String(till)
  }
  return Array.from(Map.groupBy(bookings, keyOf), ([key, those]) =>
    new Takings.TakingsSlice({
      ...none,
      key,
      name: null,
      sales: Money.sum(those.map(({ cents }) => Money.Cents.make(BigInt(cents)))),
      pieces: those.reduce((sum, { pieces }) => sum + pieces, 0)
    }))
}

const names = {
  tills: new Map([1n, 2n, 3n, 4n, 5n].map((id) => [id, { name: `Till ${id % 2n}`, node_id: 10n + id % 2n }])),
  nodes: new Map([[10n, { name: "Bar" }], [11n, { name: "Gate" }]])
}

const composed = fc.tuple(time, by, compared, booked, booked, fc.double({ min: -1, max: 2, noNaN: true })).map(
  ([given, kind, against, bookings, others, share]) => {
    const earlier = against === null ? null : Takings.comparedTime(given, against)
    const found = {
      slices: slicesOf(given, kind, bookings),
      earlier: earlier === null ? null : { period: earlier.period, slices: slicesOf(earlier, kind, others) },
      compared: against
    }
    const { from, to } = given.period
    const now = DateTime.makeUnsafe(
      from.epochMilliseconds + Math.floor(share * (to.epochMilliseconds - from.epochMilliseconds))
    )
    return { answer: Takings.takings(kind, given, found, names, now), bookings, given, kind, now }
  }
)

it("the parts add up to the total, however they are divided and whatever the clocks do", () =>
  fc.assert(
    fc.property(composed, ({ answer, bookings }) => {
      assert.deepStrictEqual(Takings.sumOf(answer.rows.map((row) => new Takings.TakingsSums(row))), answer.total)
      assert.strictEqual(answer.total.sales, BigInt(bookings.reduce((sum, { cents }) => sum + cents, 0)))
      assert.strictEqual(answer.total.pieces, bookings.reduce((sum, { pieces }) => sum + pieces, 0))
    }),
    { numRuns: 300 }
  ))

it("hours follow each other without a gap from the first to now, empty ones too", () =>
  fc.assert(
    fc.property(composed, ({ answer, given, kind, now }) => {
      fc.pre(kind === "hour")
      const { rows } = answer
      rows.forEach(({ from_time }, n) => n > 0 && assert.deepStrictEqual(from_time, rows[n - 1]!.to_time))
      const until = Math.min(now.epochMilliseconds, given.period.to.epochMilliseconds)
      if (until > given.period.from.epochMilliseconds) {
        assert.deepStrictEqual(rows[0]!.from_time, hourOf(given.period.from, given.timeZone))
        assert.isAtLeast(rows.at(-1)!.to_time!.epochMilliseconds, until)
      }
      assert.isBelow(rows.at(-1)?.from_time?.epochMilliseconds ?? 0, given.period.to.epochMilliseconds)
    }),
    { numRuns: 300 }
  ))

it("tills, methods, nodes and products come by what was taken, the highest first", () =>
  fc.assert(fc.property(composed, ({ answer, kind }) => {
    fc.pre(kind !== "hour" && kind !== "day")
    answer.rows.forEach(({ sales }, n) => n > 0 && assert.isTrue(answer.rows[n - 1]!.sales >= sales))
    if (kind === "node") assert.includeMembers(["Bar", "Gate", null], answer.rows.map(({ name }) => name))
  })))

it("an hour is compared with the same local hour of the day before, when the clocks changed between them too", () => {
  const zone = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")
  const given: ReportTime = {
    period: { from: at("2026-10-25T10:00:00Z"), to: at("2026-10-25T13:00:00Z") },
    timeZone: zone,
    dayEnds: []
  }
  const earlier = Takings.comparedTime(given, "day_before")
  assert.deepStrictEqual(earlier.period, { from: at("2026-10-24T09:00:00Z"), to: at("2026-10-24T12:00:00Z") })
  const slice = (text: string, cents: bigint) =>
    new Takings.TakingsSlice(
      {
        ...none,
        key: String(at(text).epochMilliseconds / 1000),
        name: null,
        sales: Money.Cents.make(cents)
      } as Takings.TakingsSlice
    )
  const { rows } = Takings.takings(
    "hour",
    given,
    {
      slices: [slice("2026-10-25T11:15:00Z", 500n)],
      earlier: { period: earlier.period, slices: [slice("2026-10-24T10:45:00Z", 300n)] },
      compared: "day_before"
    },
    names,
    at("2026-10-25T12:00:00Z")
  )
  assert.deepStrictEqual(rows.map(({ compared: same, sales }) => [Number(sales), Number(same?.sales)]), [[0, 0], [
    500,
    300
  ]])
})

it("hours and days need bounds and have a longest period; other parts have neither", () => {
  const undated = { ...settings, start_date: null, end_date: null, daily_end_time: null }
  const refusal = (...args: Parameters<typeof Takings.takingsTime>) => {
    const result = Takings.takingsTime(...args)
    return Result.isFailure(result) ? result.failure.rule : null
  }
  const [open, days63] = [asked(null, null), asked("2026-01-01T00:00:00Z", "2026-03-05T00:00:00Z")]
  for (const kind of ["hour", "day"] as const) {
    assert.strictEqual(refusal(undated, kind, open, 100), "report.event_undated")
    assert.isNull(refusal(undated, kind, asked("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"), 100))
    assert.isNull(refusal(settings, kind, open, 100))
  }
  for (const kind of ["till", "method", "node", "product"] as const) assert.isNull(refusal(undated, kind, open, 100))
  assert.strictEqual(refusal(settings, "hour", days63, 100), "report.period_too_long")
  assert.isNull(refusal(settings, "day", days63, 100))
  assert.strictEqual(refusal(settings, "day", days63, 10), "report.period_too_long")
  const reversed = asked("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z")
  assert.strictEqual(refusal(settings, "till", reversed, 100), "report.period_ends_before")
})
