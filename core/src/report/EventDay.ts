import { DateTime, Option, Result } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { reportRules } from "./ReportRules.ts"

/** A period from one moment to another; the end is not included. */
export interface Period {
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
}

/** The requested bounds of a report; null for those of the event. */
export interface RequestedPeriod {
  readonly from: DateTime.Utc | null
  readonly to: DateTime.Utc | null
  /** Figures are those of this moment, without all later bookings; null or absent for those of now. */
  readonly asOf?: DateTime.Utc | null
}

/** The part of a period of which something can have been booked before a moment; null means the whole period. */
export const bookedBefore = ({ from, to }: Period, asOf: DateTime.Utc | null | undefined): Period => ({
  from,
  to: asOf === null || asOf === undefined ? to : DateTime.min(to, asOf)
})

/** The period of a report, divided into business days in the event's time zone. */
export interface ReportTime {
  readonly period: Period
  readonly timeZone: DateTime.TimeZone
  /**
   * The ends of the days that the period touches, ascending. The first day begins with the period, every other at the
   * end of the day before.
   */
  readonly dayEnds: ReadonlyArray<DateTime.Utc>
}

/** Longest period of a report, in days: a little more than ten years. */
export const maxDays = 3_660

/** The period of an event without dates. */
const always: Period = {
  from: DateTime.makeUnsafe("1970-01-01T00:00:00Z"),
  to: DateTime.makeUnsafe("4000-01-01T00:00:00Z")
}

const hour = 3_600_000
const day = 24 * hour

/**
 * Determines the period and days of a report; without bounds it covers the whole event. Fails as `InvalidArgument` if
 * the event has no start, end or daily end, if the period ends before it begins, or if it is longer than `maxDays`.
 */
export const reportTime = (
  settings: Pick<EventSettings, "daily_end_time" | "end_date" | "start_date" | "time_zone">,
  asked: RequestedPeriod
): Result.Result<ReportTime, InvalidArgument> => {
  const { daily_end_time, end_date, start_date, time_zone } = settings
  if (start_date === null || end_date === null || daily_end_time === null) {
    return refuse(reportRules.event_undated)
  }
  return Result.flatMap(reportPeriod(settings, asked), (period) => {
    if (lengthOf(period) > maxDays * day) return refuse(reportRules.period_too_long, { days: maxDays })
    const timeZone = DateTime.zoneMakeNamedUnsafe(time_zone)
    return Result.succeed({ period, timeZone, dayEnds: dayEndsIn(period, timeZone, daily_end_time) })
  })
}

/**
 * The period of a report without days: without bounds the whole event, and all time if the event has no dates. Fails as
 * `InvalidArgument` if it ends before it begins.
 */
export const reportPeriod = (
  settings: Pick<EventSettings, "end_date" | "start_date">,
  asked: RequestedPeriod
): Result.Result<Period, InvalidArgument> => {
  const period = {
    from: asked.from ?? settings.start_date ?? always.from,
    to: asked.to ?? settings.end_date ?? always.to
  }
  return DateTime.isLessThan(period.to, period.from)
    ? refuse(reportRules.period_ends_before)
    : Result.succeed(period)
}

/**
 * Ends of business days; the last is at or after the end of the period. `dayEnd` is HH:MM:SS in the time zone. A day
 * with a clock change lasts 23 or 25 hours. If the clocks skip `dayEnd`, the end comes later by the skipped time; if
 * they pass it twice, the first time counts.
 */
export const dayEndsIn = (
  { from, to }: Period,
  timeZone: DateTime.TimeZone,
  dayEnd: string
): ReadonlyArray<DateTime.Utc> => {
  const ends: Array<DateTime.Utc> = []
  let last = from
  for (let date = dateAt(from, timeZone); DateTime.isLessThan(last, to); date += day) {
    const end = DateTime.toUtc(DateTime.makeZonedUnsafe(date + millisOf(dayEnd), { timeZone, adjustForTimeZone: true }))
    if (!DateTime.isGreaterThan(end, last)) continue
    ends.push(end)
    last = end
  }
  return ends
}

/**
 * The business day that begins on a date (as 2026-06-30) at the daily end in the event's time zone; it lasts 23 to 25 hours.
 * Fails as `InvalidArgument` if there is no such date, or the event has no daily end.
 */
export const businessDay = (
  { daily_end_time, time_zone }: Pick<EventSettings, "daily_end_time" | "time_zone">,
  date: string
): Result.Result<Period, InvalidArgument> => {
  if (daily_end_time === null) return refuse(reportRules.daily_end_missing)
  const midnight = DateTime.make(`${date}T00:00:00Z`)
  if (Option.isNone(midnight) || DateTime.formatIsoDateUtc(midnight.value) !== date) {
    return refuse(reportRules.date_unknown, { date })
  }
  const timeZone = DateTime.zoneMakeNamedUnsafe(time_zone)
  const endOn = (millis: number) =>
    DateTime.toUtc(
      DateTime.makeZonedUnsafe(millis + millisOf(daily_end_time), { timeZone, adjustForTimeZone: true })
    )
  const first = midnight.value.epochMilliseconds
  return Result.succeed({ from: endOn(first), to: endOn(first + day) })
}

/**
 * When the business day with an end began; its date is that of the day. A period begins in the middle of a day where an event
 * starts before its daily end.
 */
export const beganBefore = (end: DateTime.Utc, timeZone: DateTime.TimeZone): DateTime.Utc =>
  DateTime.toUtc(DateTime.subtract(DateTime.setZone(end, timeZone), { days: 1 }))

/** The start of the full hour, in the time zone, that contains the moment. */
export const hourOf = (moment: DateTime.Utc, timeZone: DateTime.TimeZone): DateTime.Utc => {
  const local = localMillis(moment, timeZone)
  return DateTime.makeUnsafe(moment.epochMilliseconds - modulo(local, hour))
}

/** The full hours that a period touches, in order; where the clocks change by half an hour, hours may be shorter. */
export const hoursIn = (period: Period, timeZone: DateTime.TimeZone): ReadonlyArray<Period> => {
  const hours: Array<Period> = []
  for (let from = hourOf(period.from, timeZone); DateTime.isLessThan(from, period.to);) {
    const to = hourOf(DateTime.add(from, { hours: 1 }), timeZone)
    hours.push({ from, to })
    from = to
  }
  return hours
}

/** The local midnight before the moment, in milliseconds as if the local clocks showed UTC. */
const dateAt = (moment: DateTime.Utc, timeZone: DateTime.TimeZone): number => {
  const local = localMillis(moment, timeZone)
  return local - modulo(local, day)
}

const localMillis = (moment: DateTime.Utc, timeZone: DateTime.TimeZone) =>
  moment.epochMilliseconds + DateTime.zonedOffset(DateTime.setZone(moment, timeZone))

const millisOf = (timeOfDay: string) => {
  const [hours, minutes, seconds] = timeOfDay.split(":").map(Number)
  return (hours! * 60 + minutes!) * 60_000 + seconds! * 1000
}

const modulo = (n: number, divisor: number) => ((n % divisor) + divisor) % divisor

const lengthOf = ({ from, to }: Period) => to.epochMilliseconds - from.epochMilliseconds
