import type { Amount } from "./Amount.ts"

/** How an event's numbers and moments are written for a reader. */
export interface Formats {
  readonly money: (amount: Amount) => string
  readonly count: (count: number) => string
  /** A share as percentage, such as 0.19 as 19 %. */
  readonly share: (share: number) => string
  /** Day and time, in the event's zone. */
  readonly moment: (iso: string) => string
  /** Weekday and day, in the event's zone. */
  readonly day: (iso: string) => string
  /** Time alone, in the event's zone. */
  readonly time: (iso: string) => string
  /** A moment as a date and time field takes it, such as `2026-07-03T18:00`, in the event's zone. */
  readonly localText: (iso: string) => string
  /** The moment of a date and time in the event's zone, as ISO text in UTC; of a time that the clock skips, the one after it. */
  readonly fromLocalText: (text: string) => string
  /** The distance from `now`, both as moments: "5 minutes ago". */
  readonly distance: (iso: string, now: number) => string
}

/** As wide as a plus and not the end of a line, unlike the hyphen that Intl writes. */
const minus = "\u2212"

/** The formats of a locale such as `de-AT` for an event's currency (ISO 4217) and time zone (IANA). */
export const formatsOf = (locale: string, currency: string, timeZone: string): Formats => {
  const money = new Intl.NumberFormat(locale, { style: "currency", currency })
  const count = new Intl.NumberFormat(locale)
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone })
  const day = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone })
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  return {
    money: (amount) => money.format(amount).replace("-", minus),
    count: (number) => count.format(number),
    share: (number) => share.format(number),
    moment: (iso) => moment.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    localText: (iso) => localTextOf(Date.parse(iso), timeZone),
    fromLocalText: (text) => momentOf(text, timeZone),
    distance: (iso, now) => distance.format(...inUnits((Date.parse(iso) - now) / 1000))
  }
}

const localTextOf = (at: number, timeZone: string): string => {
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone })
  return format.format(at).replace(" ", "T")
}

/** The zone's distance from UTC is the same at the moment itself and at most an hour away from a guess of it, so two steps do. */
const momentOf = (text: string, timeZone: string): string => {
  const asUtc = Date.parse(`${text}Z`)
  const offset = (at: number) => Date.parse(`${localTextOf(at, timeZone)}Z`) - Math.floor(at / 60_000) * 60_000
  const guess = asUtc - offset(asUtc)
  return new Date(asUtc - offset(guess)).toISOString()
}

const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]] as const

/** A distance in seconds as count of the largest unit that it fills. */
const inUnits = (distance: number): [number, Intl.RelativeTimeFormatUnit] => {
  const [unit, size] = units.find(([, seconds]) => Math.abs(distance) >= seconds) ?? ["second", 1]
  return [Math.trunc(distance / size), unit]
}
