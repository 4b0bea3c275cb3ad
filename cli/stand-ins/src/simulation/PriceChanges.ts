import type { Article } from "./Goods.ts"
import { millisPerDay, millisPerMinute } from "./Timetable.ts"

/** Each evening drinks cost a euro less, in cents. */
export const happyHour = { from: 18 * 60, until: 20 * 60, less: 1_00n }

/** At the end of each day meals cost a share less, in ten-thousandths, rounded to ten cents. */
export const lateMeals = { from: 22 * 60, until: 24 * 60, share: 2_000n, step: 10n }

/** From noon of the second day on a meal costs more, in cents. */
export const dearer = { button: "Veggie burger", at: millisPerDay + 12 * 60 * millisPerMinute, more: 50n }

/** From the morning of the second day on food has another rate of tax; what it costs stays. */
export const taxRise = {
  before: "VAT 7 %",
  name: "Food VAT 19 %",
  rate: 0.19,
  at: millisPerDay + 6 * 60 * millisPerMinute
}

interface Hours {
  readonly from: number
  readonly until: number
}

const clock = (minute: number) => `${String(Math.floor(minute / 60) % 24).padStart(2, "0")}:00`

/** The window of a price list for whole hours of each day. */
export const hoursOf = ({ from, until }: Hours) => ({ from: clock(from), to: clock(until) })

const minuteOfDay = (at: number) => Math.floor((at % millisPerDay) / millisPerMinute)

const isIn = ({ from, until }: Hours, at: number) => from <= minuteOfDay(at) && minuteOfDay(at) < until

/** Whether prices change at the beginning of a minute; `at` is any moment of it, in milliseconds of the festival. */
export const changesPrices = (at: number): boolean => {
  const minute = minuteOfDay(at)
  return [happyHour.from, happyHour.until, lateMeals.from].includes(minute) ||
    Math.floor(at / millisPerMinute) === dearer.at / millisPerMinute
}

/** What a press costs at a moment of the festival, in cents with the deposit: by sums of its own, not by those of the tills. */
export const priceAt = ({ button, cups, price }: Article, at: number): bigint => {
  if (cups > 0) return isIn(happyHour, at) ? price - happyHour.less : price
  const own = button === dearer.button && at >= dearer.at ? price + dearer.more : price
  if (!isIn(lateMeals, at)) return own
  const tenths = own * (10_000n - lateMeals.share) / (1_000n * lateMeals.step)
  return (tenths + 5n) / 10n * lateMeals.step
}
