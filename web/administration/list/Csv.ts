import { csvText } from "@wristbank/core/base/LineText"
import { stringify } from "csv-stringify/browser/esm/sync"
import { saveFile } from "../download.ts"
import type { Column } from "./Column.ts"

/** Rows as CSV with a line of titles: amounts with a point, moments in ISO form, texts as in the server's files. */
export const csvOf = <Row>(shown: ReadonlyArray<Column<Row>>, rows: ReadonlyArray<Row>): string => {
  const columns = shown.filter(({ isAction }) => isAction !== true)
  return stringify([
    columns.map(({ title }) => csvText(title)),
    ...rows.map((row) =>
      columns.map(({ of }) => {
        const value = of(row)
        return typeof value === "string" ? csvText(value) : value
      })
    )
  ], { cast: { boolean: String } })
}

/** Saves rows as a file that is named after the list. */
export const saveCsv = <Row>(name: string, columns: ReadonlyArray<Column<Row>>, rows: ReadonlyArray<Row>): void =>
  // With a mark of its encoding, so that table programs read it right.
  saveFile(new Blob(["\uFEFF", csvOf(columns, rows)], { type: "text/csv;charset=utf-8" }), `${name}.csv`)
