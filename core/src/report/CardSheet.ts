import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { codeImage } from "../fiscal/ReceiptPdf.ts"
import type { ListedTag } from "../wristband/UserTagCsv.ts"

// Drawing takes the processor for seconds: only commands load this file.

/** Points of 1/72 inch in a millimetre. */
const mm = 72 / 25.4

/** The size of a bank card (ISO/IEC 7810, ID-1), for common sheets of 2 × 5 cards. */
const card = { width: 85.6 * mm, height: 54 * mm }
const codeWidth = 42 * mm
const columns = 2
const rows = 5

/** Cards on a sheet of paper. */
const cardsOnSheet = columns * rows

/** A4. */
const paper = { width: 595.28, height: 841.89 }

const side = (paper.width - columns * card.width) / 2
const above = (paper.height - rows * card.height) / 2

/** What is printed on every card. */
export interface CardFace {
  /** The name of the event. */
  readonly event: string
  /** The address of the portal, where guests see their balance; empty if there is none. */
  readonly portal: string
}

/** The text of a card's code: the PIN, which tills read, behind the address that phones open. */
const codeText = ({ portal }: CardFace, pin: string): string => portal === "" ? pin : `${portal}#${pin}`

/** Sheets of cards for cutting, ten to a page of A4. The same cards at the same moment are the same file. */
export const cardSheets = (
  face: CardFace,
  tags: ReadonlyArray<ListedTag>,
  printedAt: Date
): TDocumentDefinitions => ({
  pageSize: "A4",
  // The lines between the cards need some room of the lower margin.
  pageMargins: [side, above, side, above - 4 * mm],
  language: "en",
  info: { title: `Cards of ${face.event}`, author: face.event, creationDate: printedAt },
  defaultStyle: { font: "Roboto", fontSize: 9 },
  content: Array.from(
    { length: Math.ceil(tags.length / cardsOnSheet) },
    (_, page) => sheetOf(face, tags.slice(page * cardsOnSheet, (page + 1) * cardsOnSheet), page > 0)
  )
})

const sheetOf = (face: CardFace, tags: ReadonlyArray<ListedTag>, isNext: boolean): Content => ({
  ...(isNext ? { pageBreak: "before" as const } : {}),
  layout: {
    hLineWidth: () => 0.3,
    vLineWidth: () => 0.3,
    hLineColor: () => "#999999",
    vLineColor: () => "#999999",
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 0,
    paddingBottom: () => 0
  },
  table: {
    widths: Array.from({ length: columns }, () => card.width - 0.3),
    heights: card.height - 0.3,
    body: Array.from(
      { length: Math.ceil(tags.length / columns) },
      (_, row) => Array.from({ length: columns }, (_unused, column) => cardOf(face, tags[row * columns + column]))
    )
  }
})

const cardOf = (face: CardFace, tag: ListedTag | undefined): TableCell =>
  tag === undefined ? "" : {
    margin: [4 * mm, 4 * mm],
    columnGap: 4 * mm,
    columns: [
      { width: codeWidth, stack: [codeImage(codeText(face, tag.pin), codeWidth)] },
      {
        width: "*",
        stack: [
          { text: face.event, bold: true },
          { text: tag.pin, fontSize: 12, bold: true, margin: [0, 3 * mm, 0, 0], wordBreak: "break-all" },
          { text: tag.variants.join(", "), margin: [0, 1 * mm, 0, 3 * mm] },
          { text: face.portal, fontSize: 7, wordBreak: "break-all" }
        ]
      }
    ]
  }
