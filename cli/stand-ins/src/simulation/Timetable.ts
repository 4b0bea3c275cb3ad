import type { FestivalSize } from "./Premises.ts"

export const minutesPerDay = 24 * 60
export const millisPerMinute = 60_000
export const millisPerDay = minutesPerDay * millisPerMinute

/** The minutes of a day in which tills are open. */
export const opening = { from: 12 * 60, until: 24 * 60 }

/** The minute of a day at which the second shift takes over. */
export const handover = 18 * 60

/** How busy bars and kitchens are in each hour that they are open; 1 is the mean. */
const busyness = [0.4, 0.6, 0.6, 0.6, 0.7, 0.9, 1.3, 1.6, 1.5, 1.7, 1.4, 0.7]

/** When most people eat. */
const mealHours: ReadonlyArray<number> = [13, 18, 19]

/** Shares of a day's arrivals in each hour from the opening on. */
const arrivals = [0.08, 0.14, 0.17, 0.18, 0.16, 0.12, 0.08, 0.05, 0.02]

/** What each guest who is there buys at bars and kitchens on a day. */
const visitsPerDay = 6.8

const hourOf = (minute: number) => Math.floor(minute / 60)

/** The expected visits of one guest in a minute of a day. */
export const visitsAt = (minute: number): number =>
  (visitsPerDay / (opening.until - opening.from)) * (busyness[hourOf(minute - opening.from)] ?? 0)

/** The share of visits that are to kitchens. */
export const mealShare = (minute: number): number => mealHours.includes(hourOf(minute)) ? 0.5 : 0.2

/** The share of all guests who come on a day for the first time: most on the first, and no one stays away. */
const comingOn = (day: number, days: number): number => {
  if (days === 1) return 1
  return day === 0 ? 0.75 : 0.25 / (days - 1)
}

/** The expected arrivals in a minute of a day. */
export const arrivalsAt = ({ days, guests }: FestivalSize, day: number, minute: number): number =>
  (guests * comingOn(day, days) * (arrivals[hourOf(minute - opening.from)] ?? 0)) / 60

/** The last minute of a day in which guests arrive; who has not come by then comes in it. */
export const lastArrival = opening.from + arrivals.length * 60 - 1

/** From when on guests have their money paid out, on the last day. */
export const payOutsFrom = 20 * 60

/** The minutes of the first day in which the card provider lags. */
export const lag = { from: 19 * 60, until: 20 * 60 }

/** The minutes of the first day in which the signing device does not answer. */
export const outage = { from: 21 * 60, until: 22 * 60 }
