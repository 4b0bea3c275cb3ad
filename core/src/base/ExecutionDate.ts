import { DateTime, Result } from "effect"
import { primitiveRules } from "./PrimitiveRules.ts"
import { type InvalidArgument, refuse } from "./Refusal.ts"

/** Banks store orders for later, but a date further ahead than this many days is a typing error. */
export const maxDaysAhead = 365

/**
 * Decides whether banks can be asked to pay on a day (as 2026-06-30) of the event's calendar. Fails as
 * `InvalidArgument` if the day does not exist, is over, or is more than `maxDaysAhead` days ahead.
 */
export const checkExecutionDate = (
  date: string,
  now: DateTime.Utc,
  timeZone: DateTime.TimeZone
): Result.Result<void, InvalidArgument> => {
  const noon = noonOf(date)
  if (noon === undefined) return refuse(primitiveRules.date_invalid, { date })
  const today = DateTime.formatIsoDate(DateTime.setZone(now, timeZone))
  if (date < today) return refuse(primitiveRules.execution_date_over, { date, today })
  return noon > (noonOf(today) ?? noon) + maxDaysAhead * day
    ? refuse(primitiveRules.execution_date_far, { date, days: maxDaysAhead })
    : Result.void
}

/**
 * Returns the first day, from the given one on (as 2026-06-30), on which banks pay: no weekend and no TARGET holiday.
 * Banks postpone an order to that day by themselves; it is shown so that operators are not surprised. Text that is not
 * a date is returned unchanged.
 */
export const bankingDay = (date: string): string => {
  let noon = noonOf(date)
  if (noon === undefined) return date
  while (isClosed(noon)) noon += day
  return isoDate(noon)
}

const day = 86_400_000

/** Whether the text is a day of the calendar, as 2026-06-30. */
export const isDate = (text: string): boolean => noonOf(text) !== undefined

/** Noon of the day in UTC as milliseconds, so that no rounding changes the day; undefined if there is no such day. */
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
