import { Schema } from "effect"

/** A cell as it is printed. */
export const PrintedCell = Schema.Struct({ text: Schema.String, is_negative: Schema.Boolean })
export type PrintedCell = typeof PrintedCell.Type

/** A row of a printed table. */
export const PrintedRow = Schema.Struct({
  cells: Schema.Array(PrintedCell),
  /** Whether all its numbers are zero; such rows are printed in grey. */
  is_zero: Schema.Boolean
})
export type PrintedRow = typeof PrintedRow.Type

/** A table. Its heading and head are repeated on each of its pages. */
export const PrintedTable = Schema.Struct({
  kind: Schema.Literal("table"),
  heading: Schema.String,
  head: Schema.Array(Schema.String),
  /** Positions of the columns with numbers, which are aligned right. */
  numbers: Schema.Array(Schema.Int),
  rows: Schema.Array(PrintedRow),
  /** Below all rows; null without a sum. */
  total: Schema.NullOr(Schema.Array(PrintedCell)),
  /** Printed in place of the rows when there are none. */
  none: Schema.String,
  /** How many rows after these are printed, but not shown on screens. */
  left_out: Schema.Int
})
export type PrintedTable = typeof PrintedTable.Type

/** Numbers over time as columns. */
export const PrintedBars = Schema.Struct({
  kind: Schema.Literal("bars"),
  heading: Schema.String,
  bars: Schema.Array(
    Schema.Struct({ key: Schema.String, label: Schema.String, value: Schema.Int, written: Schema.String })
  ),
  /** Lines behind the columns, ascending, zero included. */
  ticks: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.Int }))
})
export type PrintedBars = typeof PrintedBars.Type

/** Numbers by name as horizontal bars, each with its number. */
export const PrintedShares = Schema.Struct({
  kind: Schema.Literal("shares"),
  heading: Schema.String,
  shares: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.Int, written: Schema.String }))
})
export type PrintedShares = typeof PrintedShares.Type

/** A paragraph. */
const PrintedText = Schema.Struct({ kind: Schema.Literal("text"), text: Schema.String })

export const ReportPart = Schema.Union([PrintedTable, PrintedBars, PrintedShares, PrintedText])
export type ReportPart = typeof ReportPart.Type

/** The parts of a report as its pages and screens show them. Values of charts are in cents. */
export class ReportSheet extends Schema.Class<ReportSheet>("ReportSheet")({
  /** For the document's language, such as `de-DE`. */
  locale: Schema.String,
  title: Schema.String,
  /** The event, and the day or the period. */
  subtitle: Schema.String,
  issuer_label: Schema.String,
  issuer: Schema.Array(Schema.String),
  recipient_label: Schema.String,
  recipient: Schema.Array(Schema.String),
  facts: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.String })),
  /** Sums in large type, side by side. */
  figures: Schema.Array(Schema.Struct({ label: Schema.String, cell: PrintedCell })),
  parts: Schema.Array(ReportPart),
  /** At the foot of each page: the report and when it was made. */
  foot: Schema.String,
  /** The number of a page, with `{page}` and `{pages}`. */
  page_number: Schema.String
}) {}

/** The most rows of a table on a screen; the file has all. */
const shownRows = 200

/** A sheet for screens: long tables are cut. */
export const shortened = (sheet: ReportSheet): ReportSheet =>
  new ReportSheet({
    ...sheet,
    parts: sheet.parts.map((part) =>
      part.kind === "table" && part.rows.length > shownRows
        ? { ...part, rows: part.rows.slice(0, shownRows), left_out: part.rows.length - shownRows }
        : part
    )
  })

/** A file inside the PDF. */
export interface ReportFile {
  readonly name: string
  readonly mediaType: string
  readonly content: string
}
