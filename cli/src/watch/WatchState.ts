import type { TseStatus } from "@wristbank/core/fiscal/Tse"
import type { EventStatus, TillNow } from "@wristbank/core/overview/EventStatus"
import type { DateTime } from "effect"

/** A signing device, as far as it is shown. */
interface DeviceNow {
  readonly name: string
  readonly status: TseStatus
  readonly connected: boolean
  readonly queue_length: number
  readonly oldest_unsigned: DateTime.Utc | null
  readonly fault: string | null
}

/** Whether the server answers. */
type Connection =
  | { readonly kind: "live" }
  | { readonly kind: "away"; readonly sinceMillis: number; readonly message: string }

/** Everything that was read of an event. */
export interface WatchState {
  readonly server: string
  readonly eventName: string
  readonly connection: Connection
  /** By how much the clock of the server is ahead of this one; ages are those of the server. */
  readonly aheadMillis: number
  readonly eventStatus: EventStatus
  /** Null for callers who may not see them. */
  readonly devices: ReadonlyArray<DeviceNow> | null
  /** When they were read. */
  readonly devicesReadMillis: number
  /** What was taken in minutes, in cents, by the number of the minute since 1970; minutes that were not read are missing. */
  readonly minutes: ReadonlyMap<number, bigint>
}

/** How tills may be sorted, with the keys that choose it. */
export const sorts = { n: "name", w: "who", b: "booking", d: "drawer" } as const
export type Sort = (typeof sorts)[keyof typeof sorts]

/** What the person at the screen chose. */
export interface Choice {
  readonly sort: Sort
  readonly reversed: boolean
  /** The id of the till under the cursor; null for the first. */
  readonly till: bigint | null
  /** Whether that till is shown alone. */
  readonly open: boolean
  /** Whether the keys and signs are explained in place of the tills. */
  readonly help: boolean
}

export const firstChoice: Choice = { sort: "name", reversed: false, till: null, open: false, help: false }

const text = (one: string | null, other: string | null) =>
  one === other ? 0 : one === null ? 1 : other === null ? -1 : one.localeCompare(other)

const number = (one: bigint | null, other: bigint | null) =>
  one === other ? 0 : one === null ? 1 : other === null ? -1 : one > other ? -1 : 1

const millis = (at: DateTime.Utc | null) => at === null ? null : BigInt(at.epochMilliseconds)

/** The order of tills: names ascending, the newest booking and the fullest drawer first; tills without one are last. */
const orders: { readonly [key in Sort]: (one: TillNow, other: TillNow) => number } = {
  name: (one, other) => text(one.name, other.name),
  who: (one, other) => text(one.user_name, other.user_name),
  booking: (one, other) => number(millis(one.last_booked_at), millis(other.last_booked_at)),
  drawer: (one, other) => number(one.drawer_balance, other.drawer_balance)
}

/** The tills in the chosen order; equal ones by name. */
export const sortedTills = (
  { eventStatus: { tills } }: Pick<WatchState, "eventStatus">,
  { reversed, sort }: Choice
): ReadonlyArray<TillNow> => {
  const inOrder = (tills ?? []).toSorted((one, other) =>
    orders[sort](one, other) || text(one.name, other.name) || (one.id < other.id ? -1 : 1)
  )
  return reversed ? inOrder.toReversed() : inOrder
}

/** The place of the till under the cursor. */
export const placeOf = (tills: ReadonlyArray<TillNow>, { till }: Choice): number =>
  Math.max(0, tills.findIndex(({ id }) => id === till))

/** A key as it was pressed: a letter, or one of these. */
export type Key = "up" | "down" | "enter" | "escape" | (string & {})

/** The choice after a key was pressed; keys without meaning change nothing. */
export const afterKey = (state: Pick<WatchState, "eventStatus">, choice: Choice, key: Key): Choice => {
  const tills = sortedTills(state, choice)
  const at = placeOf(tills, choice)
  const move = (by: number): Choice => ({
    ...choice,
    till: tills[Math.min(Math.max(0, at + by), tills.length - 1)]?.id ?? null
  })
  if (key === "?") return { ...choice, help: !choice.help }
  if (key === "escape") return { ...choice, open: false, help: false }
  if (choice.help) return choice
  if (key === "up" || key === "k") return move(-1)
  if (key === "down" || key === "j") return move(1)
  if (key === "enter") return tills.length === 0 ? choice : { ...move(0), open: true }
  const sort = Object.hasOwn(sorts, key) ? sorts[key as keyof typeof sorts] : undefined
  if (sort === undefined) return choice
  return { ...choice, sort, reversed: sort === choice.sort && !choice.reversed, open: false }
}

/** The number of a minute since 1970. */
export const minuteOf = (epochMillis: number): number => Math.floor(epochMillis / 60_000)

/** How many minutes are shown and kept. */
export const shownMinutes = 60

/** The minutes that have ended and are to be read, the newest first. */
export const missingMinutes = (
  { minutes }: Pick<WatchState, "minutes">,
  nowMillis: number,
  atMost: number
): ReadonlyArray<number> =>
  Array.from({ length: shownMinutes }, (_, ago) => minuteOf(nowMillis) - 1 - ago)
    .filter((minute) => !minutes.has(minute)).slice(0, atMost)

/** The minutes with those that were read, and without those that are no longer shown. */
export const withMinutes = (
  minutes: ReadonlyMap<number, bigint>,
  read: Iterable<readonly [number, bigint]>,
  nowMillis: number
): ReadonlyMap<number, bigint> =>
  new Map([...minutes, ...read].filter(([minute]) => minute >= minuteOf(nowMillis) - shownMinutes))
