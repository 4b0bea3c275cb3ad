import { stringify } from "csv-stringify/sync"
import { DateTime } from "effect"
import { csvText } from "../base/LineText.ts"
import type { Cents } from "../base/Money.ts"
import * as Money from "../base/Money.ts"
import { chunksOf, type SlicedWork } from "../base/SlicedWork.ts"

/** A value of a report: a text, a count, an amount in cents, a share in hundredths of a percent, or a moment. */
export type Cell =
  | { readonly kind: "text"; readonly text: string }
  /** A value of an enumeration: `key` in files, `text` on pages. */
  | { readonly kind: "word"; readonly key: string; readonly text: string }
  | { readonly kind: "number"; readonly id: bigint }
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "amount"; readonly cents: Cents }
  | { readonly kind: "rate"; readonly rate: number }
  | { readonly kind: "moment"; readonly moment: DateTime.Utc }
  | { readonly kind: "day"; readonly day: DateTime.Utc }
  | null

export const text = (value: string): Cell => ({ kind: "text", text: value })
export const word = <Key extends string>(words: { readonly [K in Key]: string }, key: Key): Cell => ({
  kind: "word",
  key,
  text: words[key]
})
export const number = (id: bigint | null): Cell => id === null ? null : { kind: "number", id }
export const count = (value: number): Cell => ({ kind: "count", count: value })
export const amount = (cents: Cents): Cell => ({ kind: "amount", cents })
export const rate = (value: number): Cell => ({ kind: "rate", rate: value })
export const moment = (value: DateTime.Utc | null): Cell => value === null ? null : { kind: "moment", moment: value }
export const day = (value: DateTime.Utc): Cell => ({ kind: "day", day: value })

/** A column of a report's table: its name in files and its title on pages. */
interface ReportColumn {
  readonly key: string
  readonly title: string
}

/** A table of a report, in the language of its pages. */
export interface ReportTable {
  /** Its name in files. */
  readonly name: string
  readonly heading: string
  readonly columns: ReadonlyArray<ReportColumn>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** The sums below the rows; null without any. */
  readonly total: ReadonlyArray<Cell> | null
}

/**
 * Tables as one CSV file: each begins with its name and the names of its columns and ends with an empty line. Comma separated,
 * lines end with CRLF, amounts in major units with two decimals and a point, times with the offset of the time zone. Sums are left out, as the reader's program adds up.
 */
export const reportCsv = function*(
  tables: ReadonlyArray<ReportTable>,
  timeZone: DateTime.TimeZone
): SlicedWork<string> {
  const texts: Array<string> = []
  for (const { columns, name, rows } of tables) {
    const parts = [write([[csvText(name)], columns.map(({ key }) => key)])]
    for (const some of chunksOf(rows, rowsAtOnce)) {
      parts.push(write(some.map((row) => row.map((cell) => written(cell, timeZone)))))
      yield
    }
    texts.push(parts.join(""))
  }
  return texts.join("\r\n")
}

/** Rows are written in batches of some milliseconds, with a pause after each: moments in a time zone take long. */
const rowsAtOnce = 250

const write = (rows: Array<ReadonlyArray<string>>): string =>
  stringify(rows, { record_delimiter: "windows", quote_record_delimiter: true })

const written = (cell: Cell, timeZone: DateTime.TimeZone): string => {
  switch (cell?.kind) {
    case undefined:
      return ""
    case "text":
      return csvText(cell.text)
    case "word":
      return cell.key
    case "number":
      return cell.id.toString()
    case "count":
      return String(cell.count)
    case "amount":
      return Money.format(cell.cents)
    case "rate":
      return (cell.rate / 10_000).toString()
    case "moment":
      return DateTime.formatIsoOffset(DateTime.setZone(cell.moment, timeZone))
    case "day":
      return DateTime.formatIsoDate(DateTime.setZone(cell.day, timeZone))
  }
}
