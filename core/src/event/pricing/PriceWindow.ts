import { Schema } from "effect"
import { DayText } from "../../base/Moment.ts"
import { orElse } from "../../base/OptionalField.ts"
import { atMost } from "../../base/Text.ts"
import { type Span } from "./Pricing.ts"

/** A time of day in whole minutes. */
const MinuteOfDay = Schema.String.check(
  atMost(5),
  Schema.isPattern(/^([01]\d|2[0-3]):[0-5]\d$/, { expected: "a time of day as HH:MM" })
)

/** Hours in which a price list holds, in the event's time zone. */
export class PriceWindow extends Schema.Class<PriceWindow>("PriceWindow")({
  /** Days of the week on which it begins, 1 for Monday to 7 for Sunday. */
  days: orElse(Schema.Array(Schema.Literals([1, 2, 3, 4, 5, 6, 7])), []),
  /** Dates on which it begins, beside the days. Without days and dates it begins every day. */
  dates: orElse(Schema.Array(DayText).check(Schema.isMaxLength(400)), []),
  /** When it begins, as HH:MM. */
  from: MinuteOfDay,
  /** When it ends, as HH:MM: on the next day, unless it is later than `from`. */
  to: MinuteOfDay
}) {}

const minute = 60_000
const day = 1_440 * minute

/**
 * How far the clocks of a time zone are ahead of UTC, in milliseconds, during a period: the moments at which that changes, ascending,
 * each with what holds from then on. The first moment is the beginning of the period.
 */
export type Offsets = ReadonlyArray<readonly [from: number, offset: number]>

/** Looks the offsets of a period up, in a time zone that is given as a function. Two changes are at least six hours apart. */
export const offsetsIn = ({ from, until }: Span, offsetAt: (moment: number) => number): Offsets => {
  const offsets: Array<readonly [number, number]> = [[from, offsetAt(from)]]
  for (let before = from; before < until; before += day / 4) {
    const present = offsets.at(-1)![1]
    const after = before + day / 4
    if (offsetAt(after) === present) continue
    let [same, other] = [before, after]
    while (other - same > 1) {
      const between = Math.floor((same + other) / 2)
      if (offsetAt(between) === present) same = between
      else other = between
    }
    offsets.push([other, offsetAt(other)])
  }
  return offsets
}

/**
 * The moment of a local time, given as if it were UTC. One that the clocks skip is the moment at which they do; of one that they show
 * twice it is the first or the last.
 */
const momentOf = (local: number, offsets: Offsets, which: "first" | "last"): number => {
  const shown = offsets.flatMap(([from, offset], at) => {
    const moment = local - offset
    const until = offsets[at + 1]?.[0] ?? Infinity
    return (at === 0 || from <= moment) && moment < until ? [moment] : []
  })
  if (shown.length > 0) return shown.at(which === "first" ? 0 : -1)!
  return offsets.find(([from, offset], at) => at > 0 && local < from + offset)![0]
}

const localAt = (moment: number, offsets: Offsets): number =>
  moment + offsets.findLast(([from], at) => at === 0 || from <= moment)![1]

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

const beginsOn = ({ dates, days }: PriceWindow, midnight: number): boolean => {
  if (days.length === 0 && dates.length === 0) return true
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(midnight / day) + 3) % 7 + 1
  return days.some((one) => one === weekday) || dates.some((date) => Date.parse(date) === midnight)
}

/** Spans in their order, those that touch or overlap as one. */
const joined = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const apart: Array<Span> = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1)
    if (last === undefined || last.until < span.from) apart.push(span)
    else apart[apart.length - 1] = { from: last.from, until: Math.max(last.until, span.until) }
  }
  return apart
}

/**
 * When windows are open during a period, within bounds of their own; without windows that is always. The offsets must reach two days
 * further than the period on both sides.
 */
export const spansOf = (
  windows: ReadonlyArray<PriceWindow>,
  bounds: Span,
  period: Span,
  offsets: Offsets
): ReadonlyArray<Span> => {
  const first = Math.floor(localAt(period.from, offsets) / day) * day - day
  const last = localAt(period.until, offsets)
  const open: Array<Span> = windows.length === 0 ? [bounds] : []
  for (const window of windows) {
    const [from, to] = [minutesOf(window.from) * minute, minutesOf(window.to) * minute]
    for (let midnight = first; midnight <= last; midnight += day) {
      if (!beginsOn(window, midnight)) continue
      open.push({
        from: Math.max(bounds.from, momentOf(midnight + from, offsets, "first")),
        until: Math.min(bounds.until, momentOf(midnight + to + (to <= from ? day : 0), offsets, "last"))
      })
    }
  }
  return joined(open.filter(({ from, until }) => from < until))
}
