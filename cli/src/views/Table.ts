import { DateTime } from "effect"
import stringWidth from "string-width"

/**
 * Rows below a heading, a line each. Columns are as wide as their content on a terminal, where some characters take two
 * places.
 */
export const tableLines = (
  heading: ReadonlyArray<string>,
  body: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const rows = [heading, ...body]
  const widths = heading.map((_, column) =>
    rows.reduce((widest, cells) => Math.max(widest, stringWidth(cells[column]!)), 0)
  )
  const padded = (cell: string, column: number) => cell + " ".repeat(widths[column]! - stringWidth(cell))
  return rows.map((cells) => cells.map(padded).join("  ").trimEnd())
}

/** The time zones of events by their numbers. */
export type EventZones = ReadonlyMap<bigint, string>

/** A moment at the place of an event, as lists show it: `2026-07-10 16:00:05 +02:00`. Empty for null. */
export const moment = (at: DateTime.Utc | null, timeZone: string): string => {
  if (at === null) return ""
  const zoned = DateTime.formatIsoZoned(DateTime.setZoneNamedUnsafe(at, timeZone))
  return `${zoned.slice(0, 10)} ${zoned.slice(11, 19)} ${offsetOf(zoned)}`
}

/** The offset from UTC in a time as ISO 8601 with the name of its zone. */
const offsetOf = (zoned: string): string => /([+-]\d\d:\d\d)(\[|$)/.exec(zoned)?.[1] ?? "+00:00"
