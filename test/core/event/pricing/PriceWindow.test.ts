import { assert, it } from "@effect/vitest"
import { offsetsIn, PriceWindow, spansOf } from "@wristbank/core/event/pricing/PriceWindow"
import { DateTime } from "effect"
import fc from "fast-check"
import { priceRuns } from "../../../support/PriceRuns.ts"

const minute = 60_000
const day = 1_440 * minute

const offsetIn = (zone: string) => {
  const timeZone = DateTime.zoneMakeNamedUnsafe(zone)
  return (moment: number) => DateTime.zonedOffset(DateTime.makeZonedUnsafe(moment, { timeZone }))
}

/** Nights on which clocks change: by an hour, by half an hour, by a whole day; and one on which they don't. */
const nights = [
  ["Europe/Berlin", Date.UTC(2026, 2, 29)],
  ["Europe/Berlin", Date.UTC(2026, 9, 25)],
  ["Europe/Lisbon", Date.UTC(2026, 2, 29)],
  ["Europe/Lisbon", Date.UTC(2026, 9, 25)],
  ["America/New_York", Date.UTC(2026, 10, 1)],
  ["Australia/Lord_Howe", Date.UTC(2026, 3, 4)],
  ["Australia/Lord_Howe", Date.UTC(2026, 9, 3)],
  ["Pacific/Apia", Date.UTC(2011, 11, 30)],
  ["Asia/Kolkata", Date.UTC(2026, 5, 1)]
] as const

/** What the clocks show in each minute of the days around a night, as if it were UTC. */
const clocks = nights.map(([zone, night]) => {
  const offsetAt = offsetIn(zone)
  const first = night - 4 * day
  return Array.from({ length: 8 * 1_440 }, (_, n) => first + n * minute + offsetAt(first + n * minute))
})

const hours = fc.nat(1_439)
const text = (minutes: number) => new Date(minutes * minute).toISOString().slice(11, 16)

const wantedWindow = fc.record({
  days: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 7), { maxLength: 3 }),
  from: hours,
  to: hours
})

it("a window is open from its first minute on the clocks to its last, over midnight and when clocks change", () =>
  fc.assert(
    fc.property(fc.nat(nights.length - 1), fc.array(wantedWindow, { minLength: 1, maxLength: 3 }), (at, wanted) => {
      const [zone, night] = nights[at]!
      const shown = clocks[at]!
      const period = { from: night - day, until: night + day }
      const offsets = offsetsIn({ from: period.from - 2 * day, until: period.until + 2 * day }, offsetIn(zone))
      const windows = wanted.map((one) =>
        new PriceWindow({ days: one.days, dates: [], from: text(one.from), to: text(one.to) })
      )
      const spans = spansOf(windows, { from: -Infinity, until: Infinity }, period, offsets)
      // The minute in which clocks show a time: if they skip it the next that they show, if they show it twice the first or the last.
      const found = (local: number, last: boolean) => {
        const same = last ? shown.lastIndexOf(local) : shown.indexOf(local)
        return same >= 0 ? same : shown.findIndex((one) => one > local)
      }
      const open = Array.from({ length: 2 * 1_440 }, () => false)
      for (const { days, from, to } of wanted) {
        for (let midnight = night - 3 * day; midnight <= night + 2 * day; midnight += day) {
          const weekday = new Date(midnight).getUTCDay() || 7
          if (days.length > 0 && !days.some((one) => one === weekday)) continue
          const begins = found(midnight + from * minute, false)
          const ends = found(midnight + (to + (to <= from ? 1_440 : 0)) * minute, true)
          open.fill(true, Math.max(0, begins - 3 * 1_440), Math.max(0, ends - 3 * 1_440))
        }
      }
      const wrong = open.findIndex((expected, n) => {
        const moment = period.from + n * minute
        return spans.some(({ from, until }) => from <= moment && moment < until) !== expected
      })
      assert.strictEqual(wrong, -1)
      for (const [n, { from, until }] of spans.entries()) {
        assert.isBelow(from, until)
        if (n > 0) assert.isAbove(from, spans[n - 1]!.until)
      }
    }),
    priceRuns
  ))

const berlin = (dayOfMonth: number, time: string) =>
  DateTime.makeZonedUnsafe(`2026-07-${dayOfMonth} ${time}`, {
    timeZone: DateTime.zoneMakeNamedUnsafe("Europe/Berlin"),
    adjustForTimeZone: true
  }).epochMilliseconds

const inJuly = (windows: ReadonlyArray<PriceWindow>, bounds = { from: -Infinity, until: Infinity }) => {
  const period = { from: berlin(10, "12:00:00"), until: berlin(12, "12:00:00") }
  const around = { from: period.from - 2 * day, until: period.until + 2 * day }
  return spansOf(windows, bounds, period, offsetsIn(around, offsetIn("Europe/Berlin")))
}

it("begins on dates beside days of the week, and keeps to its bounds", () => {
  const happy = new PriceWindow({ days: [], dates: ["2026-07-11"], from: "18:00", to: "19:00" })
  assert.deepStrictEqual(inJuly([happy]), [{ from: berlin(11, "18:00:00"), until: berlin(11, "19:00:00") }])
  const night = new PriceWindow({ days: [5], dates: ["2026-07-11"], from: "22:00", to: "02:00" })
  assert.deepStrictEqual(inJuly([night], { from: berlin(10, "23:00:00"), until: berlin(11, "22:30:00") }), [
    { from: berlin(10, "23:00:00"), until: berlin(11, "02:00:00") },
    { from: berlin(11, "22:00:00"), until: berlin(11, "22:30:00") }
  ])
})

it("is always open without windows, and joins windows that touch", () => {
  assert.deepStrictEqual(inJuly([]), [{ from: -Infinity, until: Infinity }])
  const window = (from: string, to: string) => new PriceWindow({ days: [], dates: ["2026-07-11"], from, to })
  assert.deepStrictEqual(inJuly([window("18:00", "19:00"), window("17:00", "18:00")]), [
    { from: berlin(11, "17:00:00"), until: berlin(11, "19:00:00") }
  ])
})
