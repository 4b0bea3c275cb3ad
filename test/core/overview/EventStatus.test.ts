import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { businessDay, DaySlice, takingsToday } from "@wristbank/core/overview/EventStatus"
import { reuseMillis } from "@wristbank/core/overview/EventStatuses"
import * as Takings from "@wristbank/core/report/Takings"
import { DateTime } from "effect"
import fc from "fast-check"
import { at, dayEnd, moment, timeZone } from "../report/ReportTimes.ts"

it("the business day contains now, ends at the daily end, and lasts as long as the clocks make it", () =>
  fc.assert(fc.property(timeZone, dayEnd, moment, (zone, daily_end_time, now) => {
    const time_zone = DateTime.zoneToString(zone)
    const { before, sameTime, time } = businessDay({ daily_end_time, time_zone }, now)
    const { from, to } = time.period
    assert.isTrue(from.epochMilliseconds <= now.epochMilliseconds && now.epochMilliseconds < to.epochMilliseconds)
    const hours = (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000
    assert.isTrue(hours >= 22 && hours <= 26)
    assert.isAtMost(before.period.from.epochMilliseconds, sameTime.epochMilliseconds)
    assert.isBelow(sameTime.epochMilliseconds, now.epochMilliseconds)
  })))

it("the day of an event in Berlin ends at six there, and at midnight without a daily end", () => {
  const settings = { time_zone: "Europe/Berlin", daily_end_time: "06:00:00" }
  const early = businessDay(settings, at("2026-07-03T03:59:00Z"))
  assert.deepStrictEqual(early.time.period, { from: at("2026-07-02T04:00:00Z"), to: at("2026-07-03T04:00:00Z") })
  assert.deepStrictEqual(early.sameTime, at("2026-07-02T03:59:00Z"))
  assert.deepStrictEqual(businessDay(settings, at("2026-07-03T04:00:00Z")).time.period.from, at("2026-07-03T04:00:00Z"))
  const undated = businessDay({ ...settings, daily_end_time: null }, at("2026-07-03T12:00:00Z"))
  assert.deepStrictEqual(undated.time.period.from, at("2026-07-02T22:00:00Z"))
})

it("the state of a large event is reused for longer, so that the database is busy with it for a tenth of the time", () => {
  assert.deepStrictEqual([0, 150, 200, 1_500, 20_000].map(reuseMillis), [2_000, 2_000, 2_000, 15_000, 60_000])
})

const nobody = Takings.sumOf([])
const cents = (amount: number) => Money.Cents.make(BigInt(amount))

const bookings = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
    today: fc.boolean(),
    till: fc.integer({ min: 1, max: 3 }),
    amount: fc.integer({ min: -1000, max: 1000 })
  }),
  { maxLength: 30 }
)

it("all divisions of the day add up to its total, and the day before counts up to the same time", () =>
  fc.assert(fc.property(bookings, fc.integer({ min: 0, max: 24 * 60 - 1 }), (some, nowMinute) => {
    const start = at("2026-07-03T04:00:00Z")
    const settings = { time_zone: "Europe/Berlin", daily_end_time: "06:00:00" }
    const now = DateTime.add(start, { minutes: nowMinute })
    const day = businessDay(settings, now)
    const booked = some.filter(({ minute, today }) => !today || minute <= nowMinute)
    const slices = booked.flatMap(({ amount, minute, till, today }) => {
      const when = DateTime.add(today ? start : day.before.period.from, { minutes: minute })
      const counted = today || minute < nowMinute
      const sums = { ...nobody, name: null, sales: cents(amount), today }
      const quarter = String(Math.floor(when.epochMilliseconds / 900_000) * 900)
      return [
        new DaySlice({ ...sums, by: "hour", counted: null, key: quarter }),
        new DaySlice({ ...sums, by: "till", counted, key: String(till) }),
        new DaySlice({ ...sums, by: "method", counted, key: "cash" })
      ]
    })
    const tills = new Map([1n, 2n, 3n].map((id) => [id, { name: `T${id}`, node_id: 7n }]))
    const answer = takingsToday(day, slices, null, { tills, nodes: new Map([[7n, { name: "Bar" }]]) })
    const sum = (of: typeof booked) => BigInt(of.reduce((all, { amount }) => all + amount, 0))
    const counted = booked.filter(({ minute, today }) => !today && minute < nowMinute)
    assert.strictEqual(answer.total.sales, sum(booked.filter(({ today }) => today)))
    assert.strictEqual(answer.compared.sales, sum(counted))
    for (const rows of [answer.tills, answer.nodes, answer.methods]) {
      assert.deepStrictEqual(Takings.sumOf(rows.map((row) => new Takings.TakingsSums(row))), answer.total)
      assert.deepStrictEqual(Takings.sumOf(rows.map(({ compared }) => compared!)), answer.compared)
    }
    assert.lengthOf(answer.hours, 24)
    assert.strictEqual(
      Takings.sumOf(answer.hours.map(({ compared }) => compared!)).sales,
      sum(booked.filter(({ today }) => !today))
    )
  })))
