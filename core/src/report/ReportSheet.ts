import { Schema } from "effect"
import { nullOr } from "../base/OptionalField.ts"

/** A cell as it is printed. */
export const PrintedCell = Schema.Struct({
  /** Its text, with numbers written in the report's language. */
  text: Schema.String,
  /** Whether it is a number below zero; such cells are printed in red. */
  is_negative: Schema.Boolean
})
export type PrintedCell = typeof PrintedCell.Type

/** A row of a printed table. */
export const PrintedRow = Schema.Struct({
  /** One cell a column. */
  cells: Schema.Array(PrintedCell),
  /** Whether all its numbers are zero; such rows are printed in grey. */
  is_zero: Schema.Boolean
})
export type PrintedRow = typeof PrintedRow.Type

/** A table. Its heading and head are repeated on each of its pages. */
export const PrintedTable = Schema.Struct({
  /** The kind of part: a table. */
  kind: Schema.Literal("table"),
  /** What stands above it. */
  heading: Schema.String,
  /** The names of its columns. */
  head: Schema.Array(Schema.String),
  /** Positions of the columns with numbers, which are aligned right. */
  numbers: Schema.Array(Schema.Int),
  /** Its rows, without the sum. */
  rows: Schema.Array(PrintedRow),
  /** The sum below all rows; null without one. */
  total: nullOr(Schema.Array(PrintedCell)),
  /** Printed in place of the rows when there are none. */
  none: Schema.String,
  /** How many more rows the file of the report has. */
  left_out: Schema.Int
})
export type PrintedTable = typeof PrintedTable.Type

/** Numbers over time as columns. */
export const PrintedBars = Schema.Struct({
  /** The kind of part: a chart with columns. */
  kind: Schema.Literal("bars"),
  /** What stands above it. */
  heading: Schema.String,
  /** Its columns from left to right. */
  bars: Schema.Array(
    Schema.Struct({
      /** Distinguishes the column from the others. */
      key: Schema.String,
      /** What stands below it; may be empty. */
      label: Schema.String,
      /** Its height: a number, or an amount in hundredths of the currency. */
      value: Schema.Int,
      /** The number as it is printed. */
      written: Schema.String
    })
  ),
  /** Lines behind the columns, ascending, zero included. */
  ticks: Schema.Array(
    Schema.Struct({
      /** The number as it is printed. */
      label: Schema.String,
      /** Its height, in the unit of the columns. */
      value: Schema.Int
    })
  )
})
export type PrintedBars = typeof PrintedBars.Type

/** Numbers by name as horizontal bars, each with its number. */
export const PrintedShares = Schema.Struct({
  /** The kind of part: a chart with horizontal bars. */
  kind: Schema.Literal("shares"),
  /** What stands above it. */
  heading: Schema.String,
  /** Its bars from top to bottom. */
  shares: Schema.Array(
    Schema.Struct({
      /** What the bar stands for. */
      label: Schema.String,
      /** Its length: a number, or an amount in hundredths of the currency. */
      value: Schema.Int,
      /** The number as it is printed. */
      written: Schema.String
    })
  ),
  /** Printed in place of the bars when there are none. */
  none: Schema.String
})
export type PrintedShares = typeof PrintedShares.Type

/** A paragraph. */
const PrintedText = Schema.Struct({
  /** The kind of part: a paragraph. */
  kind: Schema.Literal("text"),
  /** Its text. */
  text: Schema.String
})

export const ReportPart = Schema.Union([PrintedTable, PrintedBars, PrintedShares, PrintedText])
export type ReportPart = typeof ReportPart.Type

/** The parts of a report as its pages and screens show them. */
export class ReportSheet extends Schema.Class<ReportSheet>("ReportSheet")({
  /** The language of its texts, such as `de-DE`. */
  locale: Schema.String,
  /** The kind of report, as it is printed. */
  title: Schema.String,
  /** The event, and the day or the period. */
  subtitle: Schema.String,
  /** What stands above the issuer. */
  issuer_label: Schema.String,
  /** Who makes the report, line by line. */
  issuer: Schema.Array(Schema.String),
  /** What stands above the recipient. */
  recipient_label: Schema.String,
  /** The nodes that the report is about, line by line. */
  recipient: Schema.Array(Schema.String),
  /** What the report covers: node, period and the like. */
  facts: Schema.Array(
    Schema.Struct({
      /** The name of the fact. */
      label: Schema.String,
      /** What stands beside it. */
      value: Schema.String
    })
  ),
  /** Sums in large type, side by side. */
  figures: Schema.Array(
    Schema.Struct({
      /** What the sum is of. */
      label: Schema.String,
      /** The sum as it is printed. */
      cell: PrintedCell
    })
  ),
  /** The tables, charts and paragraphs, from top to bottom. */
  parts: Schema.Array(ReportPart),
  /** What stands at the foot of each page: the report and when it was made. */
  foot: Schema.String,
  /** The text that numbers a page; `{page}` and `{pages}` in it stand for the numbers. */
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
