import type { OfficeAnswer } from "../calls.ts"

type Status = OfficeAnswer<"GET /now">

/** What the wall shows by turns. */
export type PanelName = "alerts" | "hours" | "node" | "till" | "method" | "tills"

/** The panels that have something to show: a division with one part says no more than the sum above it. */
export const panelsOf = ({ needs_somebody, takings, tills }: Status): ReadonlyArray<PanelName> => [
  ...(takings !== null ? ["hours" as const] : []),
  ...(needs_somebody !== null && needs_somebody.length > 0 ? ["alerts" as const] : []),
  ...(takings !== null && takings.nodes.length > 1 ? ["node" as const] : []),
  ...(takings !== null && takings.tills.length > 1 ? ["till" as const] : []),
  ...(takings !== null && takings.methods.length > 1 ? ["method" as const] : []),
  ...(tills !== null && tills.length > 0 ? ["tills" as const] : [])
]

/** The panel after one, in a circle; the first where that one is gone. */
export const panelAfter = (
  panels: ReadonlyArray<PanelName>,
  shown: PanelName | undefined
): PanelName | undefined => panels[(panels.findIndex((one) => one === shown) + 1) % Math.max(1, panels.length)]

/** The most rows of a panel that can be read across a room. */
export const mostRows = 6

/** The first rows, as many as fit, and how many others there are: one more row is shown in place of "1 other". */
export const rowsThatFit = <T>(
  rows: ReadonlyArray<T>
): { readonly shown: ReadonlyArray<T>; readonly others: number } => {
  const shown = rows.length <= mostRows ? rows : rows.slice(0, mostRows - 1)
  return { shown, others: rows.length - shown.length }
}

/** Tills whose last booking is longest ago first; those that never booked come last, as they are not in use. */
export const quietFirst = <T extends { readonly last_booked_at: string | null }>(
  tills: ReadonlyArray<T>
): ReadonlyArray<T> =>
  tills.toSorted((one, other) =>
    (one.last_booked_at === null ? Infinity : Date.parse(one.last_booked_at)) <
        (other.last_booked_at === null ? Infinity : Date.parse(other.last_booked_at))
      ? -1
      : 1
  )
