import { DateTime, Result } from "effect"
import type { EventSettings } from "../organisation/EventSettings.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"

/** From one moment up to, but not including, another. */
export interface Period {
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
}

/** The bounds that a report is asked for; null: those of the event. */
export interface RequestedPeriod {
  readonly from: DateTime.Utc | null
  readonly to: DateTime.Utc | null
}

/** What a report covers: a period, cut into days of business by the clocks at the event. */
export interface ReportTime {
  readonly period: Period
  readonly timeZone: DateTime.TimeZone
  /**
   * The ends of the days that the period touches, ascending. The first day begins with the period, every other where the
   * one before it ends.
   */
  readonly dayEnds: ReadonlyArray<DateTime.Utc>
}

/** Longest period of a report in days; ten years are less. */
export const maxDays = 3_660

/** What an event without dates lies in. */
const always: Period = {
  from: DateTime.makeUnsafe("1970-01-01T00:00:00Z"),
  to: DateTime.makeUnsafe("4000-01-01T00:00:00Z")
}

const hour = 3_600_000
const day = 24 * hour

/**
 * What a report asked for covers; without bounds it is the whole event. Refused as `InvalidArgument` while the event has no
 * start, end or daily end, when the period ends before it begins, and beyond `maxDays`.
 */
export const reportTime = (
  settings: Pick<EventSettings, "daily_end_time" | "end_date" | "start_date" | "time_zone">,
  asked: RequestedPeriod
): Result.Result<ReportTime, InvalidArgument> => {
  const { daily_end_time, end_date, start_date, time_zone } = settings
  if (start_date === null || end_date === null || daily_end_time === null) {
    return refuse("Set the start, the end and the daily end time of the event first")
  }
  return Result.flatMap(reportPeriod(settings, asked), (period) => {
    if (lengthOf(period) > maxDays * day) return refuse(`A report covers ${maxDays} days at most`)
    const timeZone = DateTime.zoneMakeNamedUnsafe(time_zone)
    return Result.succeed({ period, timeZone, dayEnds: dayEndsIn(period, timeZone, daily_end_time) })
  })
}

/**
 * The period of a report that knows no days: without bounds the whole event, and all time as far as the event has none.
 * Refused as `InvalidArgument` when it ends before it begins.
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
    ? refuse("The period must not end before it begins")
    : Result.succeed(period)
}

/**
 * Ends of days of business (`dayEnd` is HH:MM:SS by the clocks of the zone), the last not before the end of the period. A
 * day lasts 23 or 25 hours when the clocks are changed in it; an end that they skip comes as much later, one that they
 * pass twice is the first.
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

/** The beginning of the full hour of the event's clocks in which the moment lies. */
export const hourOf = (moment: DateTime.Utc, timeZone: DateTime.TimeZone): DateTime.Utc => {
  const local = localMillis(moment, timeZone)
  return DateTime.makeUnsafe(moment.epochMilliseconds - modulo(local, hour))
}

/** Milliseconds of the local midnight before the moment, as if the event's clocks showed UTC. */
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

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
