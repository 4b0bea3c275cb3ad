import { DateTime } from "effect"

/** Rows below a heading, a line each, with columns as wide as what is in them. */
export const tableLines = (
  heading: ReadonlyArray<string>,
  body: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const rows = [heading, ...body]
  const widths = heading.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  return rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd())
}

/** A moment as tables show it, in UTC. */
export const moment = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(0, 19).replace("T", " ")

/** What guests and servers wrote must not steer the terminal. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "?")
