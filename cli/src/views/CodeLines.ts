import { printable } from "@wristbank/core/base/VisibleText"
import type { Registration } from "@wristbank/core/till/Terminal"
import { tableLines } from "./Table.ts"

/** Registration codes as a table: a line each, below a heading. */
export const codeLines = (codes: ReadonlyArray<Registration>): ReadonlyArray<string> =>
  codes.length === 0
    ? ["No terminal waits for a device."]
    : tableLines(
      ["terminal", "till", "code"],
      codes.map(({ code, name, till }) => [printable(name), printable(till ?? ""), code])
    )
