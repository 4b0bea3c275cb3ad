import { DateTime, Result } from "effect"
import { InvalidArgument } from "./Refusal.ts"

/** Banks keep orders for later, but a date this many days away was mistyped. */
export const maxDaysAhead = 365

/**
 * Decides whether banks can be asked to pay on that day (as 2026-06-30) by the event's calendar. Refused as
 * `InvalidArgument` when there is no such day, when it is over, and beyond `maxDaysAhead`.
 */
export const checkExecutionDate = (
  date: string,
  now: DateTime.Utc,
  timeZone: DateTime.TimeZone
): Result.Result<void, InvalidArgument> => {
  const noon = noonOf(date)
  if (noon === undefined) return refuse(`${date} is not a date`)
  const today = DateTime.formatIsoDate(DateTime.setZone(now, timeZone))
  if (date < today) return refuse(`The execution date ${date} is over, today is ${today}`)
  return noon > (noonOf(today) ?? noon) + maxDaysAhead * day
    ? refuse(`The execution date ${date} is more than ${maxDaysAhead} days ahead`)
    : Result.void
}

/**
 * The first day from that one on (as 2026-06-30) on which banks pay: no weekend and no holiday of TARGET. Banks move an
 * order to it by themselves; it is shown so that operators are not surprised. Returns text that is no date unchanged.
 */
export const bankingDay = (date: string): string => {
  let noon = noonOf(date)
  if (noon === undefined) return date
  while (isClosed(noon)) noon += day
  return isoDate(noon)
}

const day = 86_400_000

/** Whether the calendar has the day, as 2026-06-30. */
export const isDate = (text: string): boolean => noonOf(text) !== undefined

/** Milliseconds of the day's noon in UTC, so that no rounding leaves the day; undefined when there is no such day. */
const noonOf = (date: string): number | undefined => {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(noon) && isoDate(noon) === date ? noon : undefined
}

const isoDate = (noon: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(noon))

const isClosed = (noon: number): boolean => {
  const { weekDay, year } = DateTime.toPartsUtc(DateTime.makeUnsafe(noon))
  if (weekDay === 0 || weekDay === 6) return true
  if (["01-01", "05-01", "12-25", "12-26"].includes(isoDate(noon).slice(5))) return true
  const daysFromEaster = Math.round((noon - easterOf(year)) / day)
  return daysFromEaster === -2 || daysFromEaster === 1
}

/** Easter Sunday of the Gregorian calendar, by Spencer's rule of 1876. */
const easterOf = (year: number): number => {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const moon = (19 * golden + century - Math.floor(century / 4) -
    Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(year % 100 / 4) - moon - year % 100 % 4) % 7
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const march = moon + weekday - 7 * shift + 114
  const month = Math.floor(march / 31)
  return noonOf(`${year}-0${month}-${String(march % 31 + 1).padStart(2, "0")}`) ?? Number.NaN
}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
