import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import type { DrawnDocument } from "../fiscal/DrawingThread.ts"
import { drawWithLogo, list } from "../fiscal/ReceiptPdf.ts"
import { barsImage } from "./ReportBars.ts"
import type {
  PrintedCell,
  PrintedRow,
  PrintedShares,
  PrintedTable,
  ReportFile,
  ReportPart,
  ReportSheet
} from "./ReportSheet.ts"

// Drawing blocks its thread: servers use `ReportPrinter` and never load this file.

/** A report to be printed; all of it can be sent to another thread. */
export interface PrintedReport {
  readonly sheet: ReportSheet
  readonly files: ReadonlyArray<ReportFile>
  /** Date of the document, so that the same report is the same file. */
  readonly madeAt: Date
  /** An SVG image. */
  readonly logo: Uint8Array | null
}

const ink = { muted: "#545b6b", line: "#d9dde5", strong: "#16181d", accent: "#3746c7", negative: "#b3202a" }

/** Of the pages of A4, without their margins, in points of 1/72 inch. */
const width = 515

/** Draws a report on A4 with its files inside. */
export const drawReport = (report: PrintedReport): Promise<DrawnDocument> =>
  drawWithLogo(
    report.logo,
    (svg) => ({ svg, fit: [200, 48], margin: [0, 0, 0, 16] }),
    (logo) => documentOf(report, logo)
  )

const documentOf = ({ files, madeAt, sheet }: PrintedReport, logo: ReadonlyArray<Content>): TDocumentDefinitions => ({
  pageSize: "A4",
  pageMargins: [40, 40, 40, 55],
  language: sheet.locale,
  displayTitle: true,
  version: "1.7",
  info: { title: `${sheet.title}: ${sheet.subtitle}`, author: sheet.issuer[0] ?? "", creationDate: madeAt },
  files: Object.fromEntries(files.map((file, at) => [`file${at}`, attached(file, madeAt)])),
  defaultStyle: { font: "Roboto", fontSize: 9, color: ink.strong },
  content: [
    ...logo,
    { text: sheet.title, fontSize: 20, bold: true },
    { text: sheet.subtitle, fontSize: 11, color: ink.muted, margin: [0, 2, 0, 14] },
    {
      columnGap: 24,
      columns: [addressed(sheet.issuer_label, sheet.issuer), addressed(sheet.recipient_label, sheet.recipient)]
    },
    {
      margin: [0, sheet.facts.length === 0 ? 0 : 12, 0, 0],
      stack: [list(sheet.facts.map(({ label, value }) => [label, value] as const))]
    },
    ...figures(sheet.figures),
    ...sheet.parts.map(drawn)
  ],
  footer: (page, pages) => ({
    margin: [40, 18, 40, 0],
    fontSize: 8,
    color: ink.muted,
    columns: [
      { text: sheet.foot },
      {
        text: sheet.page_number.replace("{page}", String(page)).replace("{pages}", String(pages)),
        alignment: "right",
        width: "auto"
      }
    ]
  })
})

/** By itself the library would read a file of the disk. */
const attached = ({ content, mediaType, name }: ReportFile, madeAt: Date) => ({
  src: `data:${mediaType};base64,${Buffer.from(content).toString("base64")}`,
  name,
  creationDate: madeAt.toISOString(),
  modifiedDate: madeAt.toISOString()
})

const addressed = (label: string, lines: ReadonlyArray<string>): Content => ({
  stack: lines.length === 0 ? [] : [
    { text: label, fontSize: 8, color: ink.muted, margin: [0, 0, 0, 2] },
    { text: lines[0]!, bold: true },
    { text: lines.slice(1).join("\n") }
  ]
})

const figures = (all: ReportSheet["figures"]): ReadonlyArray<Content> =>
  all.length === 0 ? [] : [{
    margin: [0, 16, 0, 0],
    columnGap: 12,
    columns: all.map(({ cell, label }) => ({
      stack: [
        { text: label, fontSize: 8, color: ink.muted },
        {
          text: cell.text,
          fontSize: 14,
          bold: true,
          noWrap: true,
          ...(cell.is_negative ? { color: ink.negative } : {})
        }
      ]
    }))
  }]

const drawn = (part: ReportPart): Content => {
  switch (part.kind) {
    case "bars":
      return { unbreakable: true, stack: [heading(part.heading), { svg: barsImage(part), width }] }
    case "shares":
      return shares(part)
    case "table":
      return table(part)
    case "text":
      return { text: part.text, color: ink.muted, margin: [0, 12, 0, 0] }
  }
}

const heading = (text: string): Content => ({ text, fontSize: 12, bold: true, margin: [0, 18, 0, 6] })

/** A table of more columns is set in smaller type. */
const mostNormal = 6

/** A table of so few rows stays on one page. */
const few = 12

const table = (part: PrintedTable): Content => {
  const columns = part.head.length
  const isWide = columns > mostNormal
  const none: Array<TableCell> = [{ text: part.none, color: ink.muted, colSpan: columns }, ...blank(columns - 1)]
  return {
    unbreakable: part.rows.length <= few,
    stack: [{
      layout: tableLayout(part.total !== null, isWide ? 4 : 6),
      fontSize: isWide ? 8 : 9,
      table: {
        // Heading and head are repeated, and never stand alone at the end of a page.
        headerRows: 2,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: part.head.map((_, at) => part.numbers.includes(at) ? "auto" : "*"),
        body: [
          [{ ...heading(part.heading) as object, colSpan: columns } as TableCell, ...blank(columns - 1)],
          part.head.map((text, at): TableCell => ({
            text,
            color: ink.muted,
            fontSize: 8,
            alignment: part.numbers.includes(at) ? "right" : "left"
          })),
          ...(part.rows.length === 0 ? [none] : part.rows.map((row) => rowCells(row, part.numbers))),
          ...(part.total === null
            ? []
            : [part.total.map((cell, at) => cellOf(cell, part.numbers.includes(at), { bold: true }))])
        ]
      }
    }]
  }
}

const blank = (count: number): Array<TableCell> => Array.from({ length: count }, () => "")

const rowCells = ({ cells, is_zero }: PrintedRow, numbers: ReadonlyArray<number>): Array<TableCell> =>
  cells.map((cell, at) => cellOf(cell, numbers.includes(at), is_zero ? { color: ink.muted } : {}))

/** A word longer than a column; unless it is broken, it would push the amounts beside it off the page. */
const longWord = /\S{22}/

const cellOf = ({ is_negative, text }: PrintedCell, isNumber: boolean, style: object): TableCell => ({
  text,
  alignment: isNumber ? "right" : "left",
  noWrap: isNumber,
  wordBreak: !isNumber && longWord.test(text) ? "break-all" : "normal",
  ...(is_negative ? { color: ink.negative } : {}),
  ...style
})

const tableLayout = (hasTotal: boolean, gap: number): CustomTableLayout => ({
  hLineWidth: (at, node) => {
    const last = node.table.body.length
    if (at < 2 || at === last) return 0
    return at === 2 || (hasTotal && at === last - 1) ? 0.8 : 0.4
  },
  hLineColor: (at, node) => at === 2 || (hasTotal && at === node.table.body.length - 1) ? ink.strong : ink.line,
  vLineWidth: () => 0,
  paddingLeft: (at) => at === 0 ? 0 : gap,
  paddingRight: (at, node) => at === (node.table.widths?.length ?? 0) - 1 ? 0 : gap,
  paddingTop: () => 3,
  paddingBottom: () => 3
})

const shareWidth = 220

const shares = ({ heading: title, none, shares: all }: PrintedShares): Content => {
  // The library refuses a table without rows.
  if (all.length === 0) return { unbreakable: true, stack: [heading(title), { text: none, color: ink.muted }] }
  const most = Math.max(1e-9, ...all.map(({ value }) => value))
  return {
    unbreakable: all.length <= 20,
    stack: [
      heading(title),
      {
        layout: {
          hLineWidth: () => 0,
          vLineWidth: () => 0,
          paddingLeft: (at) => at === 0 ? 0 : 6,
          paddingRight: () => 0,
          paddingTop: () => 2,
          paddingBottom: () => 2
        },
        table: {
          dontBreakRows: true,
          widths: ["*", shareWidth, "auto"],
          body: all.map(({ label, value, written }): Array<TableCell> => [
            { text: label, wordBreak: longWord.test(label) ? "break-all" : "normal" },
            {
              canvas: [{
                type: "rect",
                x: 0,
                y: 2,
                w: shareWidth * Math.max(0, value) / most,
                h: 8,
                color: ink.accent
              }]
            },
            { text: written, alignment: "right", noWrap: true }
          ])
        }
      }
    ]
  }
}
