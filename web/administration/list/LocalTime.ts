import type { Formats } from "../../kit/Formats.ts"

type Zone = Pick<Formats, "timeZone">

/** A moment as a date and time field takes it, such as `2026-07-03T18:00`, in the event's zone. */
export const localText = (iso: string, { timeZone }: Zone): string => localTextOf(Date.parse(iso), timeZone)

/** The moment of a date and time in the event's zone, as ISO text in UTC; of a time that the clock skips, the one after it. */
export const fromLocalText = (text: string, { timeZone }: Zone): string => {
  const asUtc = Date.parse(`${text}Z`)
  const offset = (at: number) => Date.parse(`${localTextOf(at, timeZone)}Z`) - Math.floor(at / 60_000) * 60_000
  // The zone's distance from UTC is the same at the moment itself and at most an hour away from a guess of it, so two steps do.
  const guess = asUtc - offset(asUtc)
  return new Date(asUtc - offset(guess)).toISOString()
}

const localTextOf = (at: number, timeZone: string): string => {
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone })
  return format.format(at).replace(" ", "T")
}
