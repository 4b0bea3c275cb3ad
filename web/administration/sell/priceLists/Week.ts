import type { Formats } from "../../../kit/Formats.ts"
import type { OfficeAnswer } from "../../calls.ts"
import { fromLocalText, localText } from "../../list/LocalTime.ts"

export type Timed = Pick<
  OfficeAnswer<"GET /price-lists/:price_list_id">,
  "entries" | "id" | "name" | "rank" | "spans" | "user_tag_variant_ids"
>

/** A list at a moment, and the list that decides in its place for what both name. */
export interface Holding {
  readonly list: Timed
  readonly under: Timed | null
}

/** Hours of the day in which the same lists hold on each of the days. */
export interface Slot {
  /** The first and the last time of day, such as `18:00`; the last is not included. */
  readonly from: string
  readonly to: string
  /** By day. */
  readonly days: ReadonlyArray<ReadonlyArray<Holding>>
}

const isOpen = ({ spans }: Timed, at: number): boolean =>
  spans.some(({ from, until }) =>
    (from === null || Date.parse(from) <= at) && (until === null || at < Date.parse(until))
  )

const namesSame = (one: Timed, other: Timed): boolean =>
  one.entries.some((entry) => other.entries.some(({ product_id }) => product_id === entry.product_id))

/** The lists that hold at a moment, the highest rank first. A list for everyone gives way to a higher one that names the same product. */
const holdingAt = (lists: ReadonlyArray<Timed>, at: number): ReadonlyArray<Holding> => {
  const open = lists.filter((one) => isOpen(one, at)).toSorted((a, b) => b.rank - a.rank)
  const forAll = open.filter((one) => one.user_tag_variant_ids.length === 0)
  return open.map((list) => ({
    list,
    under: forAll.includes(list)
      ? forAll.slice(0, forAll.indexOf(list)).find((higher) => namesSame(higher, list)) ?? null
      : null
  }))
}

/** Seven days from the one of a moment on, as dates of the event's zone. */
export const daysFrom = (now: number, formats: Pick<Formats, "timeZone">): ReadonlyArray<string> => {
  const today = Date.parse(`${localText(new Date(now).toISOString(), formats).slice(0, 10)}T00:00Z`)
  return Array.from({ length: 7 }, (_, n) => new Date(today + n * 86_400_000).toISOString().slice(0, 10))
}

/** The times of day at which a list begins or ends on one of the days, with what holds from each on. */
export const slotsOf = (
  lists: ReadonlyArray<Timed>,
  days: ReadonlyArray<string>,
  formats: Pick<Formats, "timeZone">
): ReadonlyArray<Slot> => {
  const moments = lists.flatMap(({ spans }) =>
    spans.flatMap(({ from, until }) => [from, until].flatMap((at) => at ?? []))
  )
  const local = moments.map((at) => localText(at, formats)).filter((at) => days.includes(at.slice(0, 10)))
  const times = [...new Set(["00:00", ...local.map((at) => at.slice(11, 16))])].toSorted()
  return times.map((from, n) => ({
    from,
    to: times[n + 1] ?? "24:00",
    days: days.map((day) => holdingAt(lists, Date.parse(fromLocalText(`${day}T${from}`, formats))))
  }))
}
