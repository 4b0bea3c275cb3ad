import { currencyFormat, withMinus } from "@wristbank/core/base/CurrencyFormat"
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
  /** IANA. */
  readonly timeZone: string
  /** The distance from `now`, both as moments: "5 minutes ago". */
  readonly distance: (iso: string, now: number) => string
}

/** The formats of a locale such as `de-AT` for an event's currency (ISO 4217) and time zone (IANA). */
export const formatsOf = (locale: string, currency: string, timeZone: string): Formats => {
  const money = currencyFormat(locale, currency)
  const count = new Intl.NumberFormat(locale)
  const share = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone })
  const day = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone })
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  return {
    money: (amount) => withMinus(money.format(amount)),
    count: (number) => withMinus(count.format(number)),
    share: (number) => withMinus(share.format(number)),
    moment: (iso) => moment.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    time: (iso) => time.format(new Date(iso)),
    timeZone,
    distance: (iso, now) => distance.format(...inUnits((Date.parse(iso) - now) / 1000))
  }
}

const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]] as const

/** A distance in seconds as count of the largest unit that it fills. */
const inUnits = (distance: number): [number, Intl.RelativeTimeFormatUnit] => {
  const [unit, size] = units.find(([, seconds]) => Math.abs(distance) >= seconds) ?? ["second", 1]
  return [Math.trunc(distance / size), unit]
}
