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

/** A moment as tables show it, in UTC. */
export const moment = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(0, 19).replace("T", " ")
