import { stringify } from "csv-stringify/sync"
import { chunksOf, type SlicedWork } from "../base/SlicedWork.ts"

/** A tag with the names of its kinds, by priority and name. */
export interface ListedTag {
  readonly pin: string
  readonly variants: ReadonlyArray<string>
}

/** Rows are written in batches of some milliseconds, with a pause after each. */
const rowsAtOnce = 1000

/**
 * Tags as CSV: comma separated, lines end with CRLF, the names of several kinds in one field with commas between them. A text
 * that a spreadsheet would take for a formula gets an apostrophe in front.
 */
export const tagCsv = function*(tags: ReadonlyArray<ListedTag>): SlicedWork<string> {
  const written = [write([], true)]
  for (const some of chunksOf(tags, rowsAtOnce)) {
    written.push(write(some, false))
    yield
  }
  return written.join("")
}

const write = (tags: ReadonlyArray<ListedTag>, header: boolean): string =>
  stringify(tags.map(({ pin, variants }) => [pin, variants.join(",")]), {
    header,
    columns: ["pin", "variants"],
    record_delimiter: "windows",
    escape_formulas: true
  })
