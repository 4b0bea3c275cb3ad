// Without schemas, as browsers load it too.

/** A moment, in milliseconds since 1970, as date and time in a time zone, such as `2026-07-03T18:00`. */
export const localTextOf = (at: number, timeZone: string): string => {
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone })
  return format.format(at).replace(" ", "T")
}

/** The moment of a date and time in a time zone, as ISO text in UTC; of a time that the clock skips, the one after it. */
export const momentOfLocal = (text: string, timeZone: string): string => {
  const asUtc = Date.parse(`${text}Z`)
  const offset = (at: number) => Date.parse(`${localTextOf(at, timeZone)}Z`) - Math.floor(at / 60_000) * 60_000
  // The zone's distance from UTC is the same at the moment itself and at most an hour away from a guess of it, so two steps do.
  const guess = asUtc - offset(asUtc)
  return new Date(asUtc - offset(guess)).toISOString()
}
