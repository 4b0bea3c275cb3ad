import { printable } from "@wristbank/core/base/VisibleText"
import type { OpenClosing } from "@wristbank/core/till/TillClosing"
import { moment, tableLines } from "./Table.ts"

/** Open closings as a table: a line each, below a heading. */
export const closingLines = (closings: ReadonlyArray<OpenClosing>, timeZone: string): ReadonlyArray<string> =>
  tableLines(
    ["till", "name", "closing", "last booked"],
    closings.map(({ last_booked_at, till_id, till_name, z_nr }) => [
      String(till_id),
      printable(till_name),
      String(z_nr),
      moment(last_booked_at, timeZone)
    ])
  )
