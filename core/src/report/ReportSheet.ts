import type { Fact } from "../fiscal/ReceiptSheet.ts"

/** A cell as it is printed. */
export interface PrintedCell {
  readonly text: string
  readonly isNegative: boolean
}

/** A row of a printed table. */
export interface PrintedRow {
  readonly cells: ReadonlyArray<PrintedCell>
  /** Whether all its numbers are zero; such rows are printed in grey. */
  readonly isZero: boolean
}

/** A table. Its heading and head are repeated on each of its pages. */
export interface PrintedTable {
  readonly kind: "table"
  readonly heading: string
  readonly head: ReadonlyArray<string>
  /** Positions of the columns with numbers, which are aligned right. */
  readonly numbers: ReadonlyArray<number>
  readonly rows: ReadonlyArray<PrintedRow>
  /** Below all rows; null without a sum. */
  readonly total: ReadonlyArray<PrintedCell> | null
  /** Printed in place of the rows when there are none. */
  readonly none: string
}

/** Sums in large type, side by side. */
export interface PrintedFigure {
  readonly label: string
  readonly cell: PrintedCell
}

/** Numbers over time as columns. */
export interface PrintedBars {
  readonly kind: "bars"
  readonly heading: string
  readonly bars: ReadonlyArray<{ readonly label: string; readonly value: number }>
  /** Lines behind the columns, ascending, zero included. */
  readonly ticks: ReadonlyArray<{ readonly label: string; readonly value: number }>
}

/** Numbers by name as horizontal bars, each with its number. */
export interface PrintedShares {
  readonly kind: "shares"
  readonly heading: string
  readonly shares: ReadonlyArray<{ readonly label: string; readonly value: number; readonly written: string }>
}

/** A paragraph. */
export interface PrintedText {
  readonly kind: "text"
  readonly text: string
}

export type ReportPart = PrintedTable | PrintedBars | PrintedShares | PrintedText

/** A file inside the PDF. */
export interface ReportFile {
  readonly name: string
  readonly mediaType: string
  readonly content: string
}

/** The parts of a printed report; all of it can be sent to another thread. */
export interface ReportSheet {
  /** For the document's language, such as `de-DE`. */
  readonly locale: string
  readonly title: string
  /** The event or the node, and the period. */
  readonly subtitle: string
  readonly issuerLabel: string
  readonly issuer: ReadonlyArray<string>
  readonly recipientLabel: string
  readonly recipient: ReadonlyArray<string>
  readonly facts: ReadonlyArray<Fact>
  readonly figures: ReadonlyArray<PrintedFigure>
  readonly parts: ReadonlyArray<ReportPart>
  /** At the foot of each page: the report and when it was made. */
  readonly foot: string
  /** The number of a page, with `{page}` and `{pages}`. */
  readonly pageNumber: string
}
