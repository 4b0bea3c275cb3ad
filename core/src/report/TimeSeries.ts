import { DateTime, Schema } from "effect"
import * as Money from "../base/Money.ts"
import { orNull } from "../base/OptionalField.ts"

import { Moment } from "../base/Moment.ts"
import { hourOf, type ReportTime } from "./EventDay.ts"

/** The requested period of a report; null and absent bounds are those of the event. The end is not included. */
export class TimeseriesStatsQuery extends Schema.Class<TimeseriesStatsQuery>("TimeseriesStatsQuery")({
  /** When the period begins; null or absent for the beginning of the event. */
  from_time: orNull(Moment),
  /** When the period ends; null or absent for the end of the event. */
  to_time: orNull(Moment)
}) {}

/** The bookings of a period. */
export class StatInterval extends Schema.Class<StatInterval>("StatInterval")({
  /** The start of the interval. */
  from_time: Moment,
  /** The end of the interval, which is not part of it. */
  to_time: Moment,
  /** Pieces, less those returned. */
  count: Schema.Int,
  /** What was taken, less cancels. */
  revenue: Money.Cents
}) {}

/** The bookings of a period by hour and by business day. */
export const timeSeries = {
  /** The start of the period. */
  from_time: Moment,
  /** The end of the period, which is not part of it. */
  to_time: Moment,
  /** From the first day of the period to the last day with bookings; days without bookings have zeros. */
  daily_intervals: Schema.Array(StatInterval),
  /** Full hours in the event's time zone that have bookings, ascending. */
  hourly_intervals: Schema.Array(StatInterval)
}

/** Counts and sums by day and by hour. */
export class TimeseriesStats extends Schema.Class<TimeseriesStats>("TimeseriesStats")(timeSeries) {}

/** Revenue by day and by hour. */
export class RevenueStats extends Schema.Class<RevenueStats>("RevenueStats")(timeSeries) {}

/**
 * Sums of bookings within a quarter of an hour and one business day. All time zones differ from UTC by whole quarters,
 * so hours of any time zone can be composed of them.
 */
export class Slice extends Schema.Class<Slice>("Slice")({
  quarter: Moment,
  /** Number of the day in the report, counted from 0. */
  day: Schema.Int,
  /** Less those returned. */
  pieces: Schema.BigInt,
  /** In cents. */
  revenue: Money.Cents
}) {}

/** Sums slices into the hours and the business days of a report; both have the same total. */
export const seriesOf = ({ dayEnds, period, timeZone }: ReportTime, slices: ReadonlyArray<Slice>) => {
  const byDay = Map.groupBy(slices, ({ day }) => day)
  const days = Math.max(-1, ...byDay.keys()) + 1
  return {
    from_time: period.from,
    to_time: period.to,
    daily_intervals: dayEnds.slice(0, days).map((end, day) =>
      intervalOf(day === 0 ? period.from : dayEnds[day - 1]!, end, byDay.get(day) ?? [])
    ),
    hourly_intervals: hoursOf(timeZone, slices)
  }
}

/** The full hours in the time zone that have slices, ascending. */
export const hoursOf = (timeZone: DateTime.TimeZone, slices: ReadonlyArray<Slice>): ReadonlyArray<StatInterval> => {
  const byQuarter = Map.groupBy(slices, ({ quarter }) => quarter.epochMilliseconds)
  const quarters = Array.from(byQuarter.keys()).toSorted((a, b) => a - b)
  const byHour = Map.groupBy(quarters, (quarter) => hourOf(DateTime.makeUnsafe(quarter), timeZone).epochMilliseconds)
  return Array.from(byHour, ([start, inHour]) => {
    const from = DateTime.makeUnsafe(start)
    return intervalOf(from, DateTime.add(from, { hours: 1 }), inHour.flatMap((quarter) => byQuarter.get(quarter) ?? []))
  })
}

/** Pieces of all slices, less those returned. */
export const piecesIn = (slices: ReadonlyArray<Slice>): number =>
  slices.reduce((sum, { pieces }) => sum + Number(pieces), 0)

/** Revenue of all slices, in cents. */
export const revenueIn = (slices: ReadonlyArray<Slice>): Money.Cents => Money.sum(slices.map(({ revenue }) => revenue))

const intervalOf = (from_time: DateTime.Utc, to_time: DateTime.Utc, slices: ReadonlyArray<Slice>): StatInterval =>
  new StatInterval({ from_time, to_time, count: piecesIn(slices), revenue: revenueIn(slices) })
