import { DateTime, Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { dayEndsIn, hourOf, type Period, reportPeriod, type ReportTime, type RequestedPeriod } from "./EventDay.ts"
import { reportRules } from "./ReportRules.ts"

/** How takings are divided. */
export const TakingsBy = Schema.Literals(["hour", "day", "till", "method", "node", "product"])
export type TakingsBy = typeof TakingsBy.Type

/** An earlier period that takings are compared with: by one day, or by one week. */
export const ComparedWith = Schema.Literals(["day_before", "week_before"])
export type ComparedWith = typeof ComparedWith.Type

/** Sums of bookings. */
export const takingsSums = {
  /** Goods, less cancelled and returned ones and less discounts; with any payment method. */
  sales: Money.Cents,
  /** Tickets, without the top-ups that come with them. */
  tickets: Money.Cents,
  /** Money that guests put onto their wristbands, with tickets too. */
  top_ups: Money.Cents,
  /** Cash paid out; zero or negative. */
  pay_outs: Money.Cents,
  /** Pieces of goods, less cancelled and returned ones. */
  pieces: Schema.Int,
  /** Tickets handed out. */
  entries: Schema.Int
}

/** The takings of a period in one sum. */
export class TakingsSums extends Schema.Class<TakingsSums>("TakingsSums")(takingsSums) {}

/** One part of the takings: an hour, a day, a till, a payment method, a node or a product. */
export class TakingsRow extends Schema.Class<TakingsRow>("TakingsRow")({
  /** The till, node or product; null for other parts. */
  id: nullOr(Id),
  /** The name of the till, node or product, or the payment method; null for hours and days. */
  name: nullOr(Schema.String),
  /** The start of the hour or day; null for other parts. */
  from_time: nullOr(Moment),
  /** The end of the hour or day, which is not part of it; null for other parts. */
  to_time: nullOr(Moment),
  ...takingsSums,
  /** The same part of the period that the takings are compared with; null without such a period. */
  compared: nullOr(TakingsSums)
}) {}

/**
 * The takings of a node and the nodes below it. Hours and days come in their order, without gaps, up to the last booking
 * and at least up to now; others by what was taken (sales and tickets), the highest first.
 */
export class Takings extends Schema.Class<Takings>("Takings")({
  /** How they are divided. */
  by: TakingsBy,
  /** The start of the period. */
  from_time: Moment,
  /** The end of the period, which is not part of it. */
  to_time: Moment,
  /** The sum of all rows. */
  total: TakingsSums,
  /** The parts: hours and days in their order, others by sales and tickets, the highest first. */
  rows: Schema.Array(TakingsRow),
  /** The earlier period that the takings are compared with; null if none was asked for. */
  compared: nullOr(
    Schema.Struct({
      /** The start of the earlier period. */
      from_time: Moment,
      /** The end of the earlier period, which is not part of it. */
      to_time: Moment,
      /** What was taken in it. */
      total: TakingsSums
    })
  )
}) {}

/** Sums of the bookings with one key: start of a quarter of an hour in seconds, number of the day, id, or method. */
export class TakingsSlice extends Schema.Class<TakingsSlice>("TakingsSlice")({
  key: Schema.String,
  /** Of a product. */
  name: nullOr(Schema.String),
  ...takingsSums
}) {}

/** The sum of several sums. */
export const sumOf = (sums: ReadonlyArray<TakingsSums | TakingsSlice>): TakingsSums =>
  new TakingsSums({
    sales: Money.sum(sums.map(({ sales }) => sales)),
    tickets: Money.sum(sums.map(({ tickets }) => tickets)),
    top_ups: Money.sum(sums.map(({ top_ups }) => top_ups)),
    pay_outs: Money.sum(sums.map(({ pay_outs }) => pay_outs)),
    pieces: sums.reduce((sum, { pieces }) => sum + pieces, 0),
    entries: sums.reduce((sum, { entries }) => sum + entries, 0)
  })

/** Longest period that is divided into hours, in days. */
export const maxHourDays = 62

const dayMillis = 86_400_000

/**
 * The period of takings with the ends of its days; an event without a daily end time has days that end at midnight. Fails
 * as `InvalidArgument` if the period ends before it begins, if it has no bounds but is divided into hours or days, or if
 * it is too long for that.
 */
export const takingsTime = (
  settings: Pick<EventSettings, "daily_end_time" | "end_date" | "start_date" | "time_zone">,
  by: TakingsBy,
  asked: RequestedPeriod,
  maxDays: number
): Result.Result<ReportTime, InvalidArgument> =>
  Result.flatMap(reportPeriod(settings, asked), (period) => {
    const timeZone = DateTime.zoneMakeNamedUnsafe(settings.time_zone)
    if (by !== "hour" && by !== "day") return Result.succeed({ period, timeZone, dayEnds: [] })
    const bounded = (asked.from ?? settings.start_date) !== null && (asked.to ?? settings.end_date) !== null
    if (!bounded) return refuse(reportRules.event_undated)
    const days = by === "hour" ? maxHourDays : maxDays
    const length = period.to.epochMilliseconds - period.from.epochMilliseconds
    if (length > days * dayMillis) return refuse(reportRules.period_too_long, { days })
    const dayEnds = by === "day" ? dayEndsIn(period, timeZone, settings.daily_end_time ?? "00:00:00") : []
    return Result.succeed({ period, timeZone, dayEnds })
  })

const daysOf = (compared: ComparedWith) => compared === "day_before" ? 1 : 7

/** The moment at the same local time a number of days before. */
const before = (moment: DateTime.Utc, timeZone: DateTime.TimeZone, days: number): DateTime.Utc =>
  DateTime.toUtc(DateTime.subtract(DateTime.setZone(moment, timeZone), { days }))

/** The same time a day or a week before: all bounds at the same local times. */
export const comparedTime = ({ dayEnds, period, timeZone }: ReportTime, compared: ComparedWith): ReportTime => {
  const earlier = (moment: DateTime.Utc) => before(moment, timeZone, daysOf(compared))
  return { period: { from: earlier(period.from), to: earlier(period.to) }, timeZone, dayEnds: dayEnds.map(earlier) }
}

/** A part of the takings before its sums are known. */
interface Part {
  readonly id: bigint | null
  readonly name: string | null
  readonly from: DateTime.Utc | null
  readonly to: DateTime.Utc | null
  readonly slices: ReadonlyArray<TakingsSlice>
  readonly earlier: ReadonlyArray<TakingsSlice>
}

/** The slices of a period, and those of the period that it is compared with. */
export interface TakingsSlices {
  readonly slices: ReadonlyArray<TakingsSlice>
  readonly earlier: { readonly period: Period; readonly slices: ReadonlyArray<TakingsSlice> } | null
  readonly compared: ComparedWith | null
}

/** The names that takings by till and by node need. */
export interface TakingsNames {
  readonly tills: ReadonlyMap<bigint, { readonly name: string; readonly node_id: bigint }>
  readonly nodes: ReadonlyMap<bigint, { readonly name: string }>
}

/** Composes the takings of a period from slices; the rows add up to the total. */
export const takings = (
  by: TakingsBy,
  time: ReportTime,
  found: TakingsSlices,
  names: TakingsNames,
  now: DateTime.Utc
): Takings => {
  const { earlier } = found
  return new Takings({
    by,
    from_time: time.period.from,
    to_time: time.period.to,
    total: sumOf(found.slices),
    rows: partsOf(by, time, found, names, now).map((part) => rowOf(part, earlier !== null)),
    compared: earlier === null
      ? null
      : { from_time: earlier.period.from, to_time: earlier.period.to, total: sumOf(earlier.slices) }
  })
}

const rowOf = ({ earlier, from, id, name, slices, to }: Part, compared: boolean) =>
  new TakingsRow({
    id,
    name,
    from_time: from,
    to_time: to,
    ...sumOf(slices),
    compared: compared ? sumOf(earlier) : null
  })

const partsOf = (
  by: TakingsBy,
  time: ReportTime,
  found: TakingsSlices,
  names: TakingsNames,
  now: DateTime.Utc
): ReadonlyArray<Part> => {
  switch (by) {
    case "hour":
      return hourParts(time, found, now)
    case "day":
      return dayParts(time, found, now)
    case "method":
      return named(found, ({ key }) => key, (key) => ({ id: null, name: key }))
    case "product":
      return named(found, ({ key }) => key, (key, [slice]) => ({ id: BigInt(key), name: slice?.name ?? null }))
    case "till":
      return named(
        found,
        ({ key }) => key,
        (key) => ({ id: BigInt(key), name: names.tills.get(BigInt(key))?.name ?? null })
      )
    case "node": {
      const nodeOf = ({ key }: TakingsSlice) => String(names.tills.get(BigInt(key))?.node_id ?? "")
      return named(found, nodeOf, (key) => ({ id: BigInt(key), name: names.nodes.get(BigInt(key))?.name ?? null }))
    }
  }
}

const taken = ({ slices }: Part) => Money.sum(slices.flatMap(({ sales, tickets }) => [sales, tickets]))

const named = (
  { earlier, slices }: TakingsSlices,
  keyOf: (slice: TakingsSlice) => string,
  describe: (key: string, slices: ReadonlyArray<TakingsSlice>) => Pick<Part, "id" | "name">
): ReadonlyArray<Part> => {
  const byKey = Map.groupBy(slices, keyOf)
  const earlierByKey = Map.groupBy(earlier?.slices ?? [], keyOf)
  const keys = Array.from(new Set([...byKey.keys(), ...earlierByKey.keys()]))
  const parts = keys.map((key): Part => {
    const [own, other] = [byKey.get(key) ?? [], earlierByKey.get(key) ?? []]
    return { ...describe(key, [...own, ...other]), from: null, to: null, slices: own, earlier: other }
  })
  return parts.toSorted((a, b) =>
    compare(taken(b), taken(a)) || compare(a.name ?? "", b.name ?? "") || compare(a.id ?? 0n, b.id ?? 0n)
  )
}

const compare = <A extends bigint | string>(a: A, b: A) => a < b ? -1 : a > b ? 1 : 0

/** The end of what is shown of a period: now or the last booking, whichever is later, but not after the period. */
const shownUntil = ({ to }: Period, now: DateTime.Utc, last: number) =>
  Math.min(to.epochMilliseconds, Math.max(now.epochMilliseconds, last + 1))

const hourParts = (time: ReportTime, { compared, earlier, slices }: TakingsSlices, now: DateTime.Utc) => {
  const { period, timeZone } = time
  const hourOfSlice = ({ key }: TakingsSlice) =>
    hourOf(DateTime.makeUnsafe(Number(key) * 1000), timeZone).epochMilliseconds
  const byHour = Map.groupBy(slices, hourOfSlice)
  const earlierByHour = Map.groupBy(earlier?.slices ?? [], hourOfSlice)
  const parts: Array<Part> = []
  const until = shownUntil(period, now, Math.max(0, ...byHour.keys()))
  let from = hourOf(period.from, timeZone)
  while (from.epochMilliseconds < until) {
    const to = hourAfter(from, timeZone)
    const same = compared === null ? null : hourOf(before(from, timeZone, daysOf(compared)), timeZone)
    parts.push({
      id: null,
      name: null,
      from,
      to,
      slices: byHour.get(from.epochMilliseconds) ?? [],
      earlier: same === null ? [] : earlierByHour.get(same.epochMilliseconds) ?? []
    })
    from = to
  }
  return parts
}

/** The start of the next local hour; where the clocks change by half an hour, hours may be shorter. */
const hourAfter = (hour: DateTime.Utc, timeZone: DateTime.TimeZone): DateTime.Utc =>
  hourOf(DateTime.add(hour, { hours: 1 }), timeZone)

const dayParts = ({ dayEnds, period }: ReportTime, { earlier, slices }: TakingsSlices, now: DateTime.Utc) => {
  const byDay = Map.groupBy(slices, ({ key }) => Number(key))
  const earlierByDay = Map.groupBy(earlier?.slices ?? [], ({ key }) => Number(key))
  const startOf = (day: number) => day === 0 ? period.from : dayEnds[day - 1]!
  const last = Math.max(-1, ...byDay.keys())
  return dayEnds
    .map((to, day): Part => ({
      id: null,
      name: null,
      from: startOf(day),
      to,
      slices: byDay.get(day) ?? [],
      earlier: earlierByDay.get(day) ?? []
    }))
    .filter(({ from }, day) => day <= last || DateTime.isLessThan(from!, now))
}
