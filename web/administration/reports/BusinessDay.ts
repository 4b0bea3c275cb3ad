import { fromLocalText, localText } from "../list/LocalTime.ts"

/**
 * The business day that a moment is in, as `2026-06-30`. It ends at `dayEnd` (`HH:MM:SS`, midnight if null) in the time zone, so a
 * moment before that belongs to the day before.
 */
export const businessDayOf = (iso: string, timeZone: string, dayEnd: string | null): string => {
  const [day, time] = localText(iso, { timeZone }).split("T") as [string, string]
  if (dayEnd === null || time >= dayEnd.slice(0, 5)) return day
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

/** When the business day that a moment is in ends, as ISO text in UTC. */
export const endOfBusinessDay = (iso: string, timeZone: string, dayEnd: string | null): string => {
  const next = new Date(Date.parse(businessDayOf(iso, timeZone, dayEnd)) + 86_400_000).toISOString().slice(0, 10)
  return fromLocalText(`${next}T${(dayEnd ?? "00:00").slice(0, 5)}`, { timeZone })
}
