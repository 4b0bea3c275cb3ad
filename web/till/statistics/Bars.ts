import { type Amount, toCents, zero } from "../../kit/Amount.ts"
import type { TerminalAnswer } from "../calls.ts"

export type Interval = Pick<
  TerminalAnswer<"POST /mgmtrevenue-stats">["hourly_intervals"][number],
  "count" | "from_time" | "revenue" | "to_time"
>

const hour = 3_600_000

/** The most hours in the picture. */
const mostHours = 24

/** The latest hours without gaps: the server leaves out hours without bookings. */
export const latestHours = (intervals: ReadonlyArray<Interval>): ReadonlyArray<Interval> => {
  const last = intervals.at(-1)
  if (last === undefined) return []
  const end = Date.parse(last.from_time)
  const begin = Math.max(Date.parse(intervals[0]!.from_time), end - (mostHours - 1) * hour)
  const byStart = new Map(intervals.map((one) => [Date.parse(one.from_time), one]))
  return Array.from({ length: Math.round((end - begin) / hour) + 1 }, (_, at) => {
    const start = begin + at * hour
    return byStart.get(start) ?? {
      from_time: new Date(start).toISOString(),
      to_time: new Date(start + hour).toISOString(),
      count: 0,
      revenue: zero
    }
  })
}

/** The latest days. */
export const latestDays = (intervals: ReadonlyArray<Interval>): ReadonlyArray<Interval> => intervals.slice(-14)

/** The lowest and highest value of the axis, in cents: round figures around all of them, zero among them. */
export const axisOf = (amounts: ReadonlyArray<Amount>): { readonly low: number; readonly high: number } => {
  const cents = amounts.map(toCents)
  const high = roundUp(Math.max(100, ...cents))
  const low = Math.min(0, ...cents)
  return { low: low === 0 ? 0 : -roundUp(-low), high }
}

/** The next of 1, 2 or 5 times a power of ten. */
const roundUp = (cents: number): number => {
  const power = 10 ** Math.floor(Math.log10(cents))
  return (([1, 2, 5] as const).find((step) => step * power >= cents) ?? 10) * power
}

/** A bar in parts of the picture's width and height, from its upper left corner. */
export interface Bar {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The bars of amounts side by side; those below zero hang from the zero line. */
export const barsOf = (amounts: ReadonlyArray<Amount>): ReadonlyArray<Bar> => {
  const { high, low } = axisOf(amounts)
  const part = (cents: number) => (high - cents) / (high - low)
  return amounts.map((amount, at) => {
    const [zeroLine, value] = [part(0), part(toCents(amount))]
    return {
      x: (at + 0.1) / amounts.length,
      y: Math.min(zeroLine, value),
      width: 0.8 / amounts.length,
      height: Math.abs(zeroLine - value)
    }
  })
}
