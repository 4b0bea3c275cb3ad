import { stringify } from "csv-stringify/sync"

/** A tag with the names of its kinds, by priority and name. */
export interface ListedTag {
  readonly pin: string
  readonly variants: ReadonlyArray<string>
}

/**
 * Tags as CSV: comma separated, lines end with CRLF, the names of several kinds in one field with commas between them. A text
 * that a spreadsheet would take for a formula gets an apostrophe in front.
 */
export const tagCsv = (tags: ReadonlyArray<ListedTag>): string =>
  stringify(tags.map(({ pin, variants }) => [pin, variants.join(",")]), {
    header: true,
    columns: ["pin", "variants"],
    record_delimiter: "windows",
    escape_formulas: true
  })
