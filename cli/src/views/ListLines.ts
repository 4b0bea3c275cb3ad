import { printable } from "@wristbank/core/base/VisibleText"
import type { Selection } from "../flags/ListFlags.ts"
import { tableLines } from "./Table.ts"

/** A list as a table, with a line for what is left out; `none` stands for an empty one. */
export const listLines = <T>(
  { more, shown }: Selection<T>,
  columns: Readonly<Record<string, (entry: T) => string>>,
  none: string
): ReadonlyArray<string> =>
  shown.length === 0 ? [none] : [
    ...tableLines(
      Object.keys(columns),
      shown.map((entry) => Object.values(columns).map((cell) => printable(cell(entry))))
    ),
    ...(more === 0 ? [] : [`… and ${more} more: --limit shows them`])
  ]
