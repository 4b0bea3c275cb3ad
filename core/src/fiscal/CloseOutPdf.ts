import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js"
import type { CloseOutSheet } from "./CloseOutSheet.ts"
import type { DrawnDocument } from "./DrawingThread.ts"
import { drawDocument, list, table } from "./ReceiptPdf.ts"

/** A close-out protocol to be printed; all of it can be sent to another thread. */
export interface PrintedCloseOut {
  readonly closeOut: CloseOutSheet
  /** Date of the document, so that the same protocol is the same file. */
  readonly bookedAt: Date
}

/** Draws a close-out protocol on A4, with lines to sign on. */
export const drawCloseOut = async (printed: PrintedCloseOut): Promise<DrawnDocument> => ({
  pdf: await drawDocument(documentOf(printed)),
  logoFault: null
})

const documentOf = ({ bookedAt, closeOut: sheet }: PrintedCloseOut): TDocumentDefinitions => ({
  pageSize: "A4",
  pageMargins: [40, 40, 40, 50],
  language: sheet.locale,
  info: {
    title: `${sheet.heading} ${sheet.facts[0]?.[1] ?? ""}`,
    author: sheet.issuer[0] ?? "",
    creationDate: bookedAt
  },
  defaultStyle: { font: "Roboto", fontSize: 10 },
  content: [
    { text: sheet.issuer.join("\n") },
    { text: sheet.heading, fontSize: 16, bold: true, margin: [0, 14, 0, 8] },
    list(sheet.facts),
    ...(sheet.rows.length === 0 ? [] : [table(["*", "auto", "auto"], sheet.head, sheet.rows, [
      sheet.total[0],
      "",
      sheet.total[1]
    ], [1, 2])]),
    { margin: [0, 14, 0, 0], fontSize: 12, bold: true, stack: [list(sheet.sums)] },
    { text: sheet.remark, margin: [0, 10, 0, 0] },
    ...(sheet.comment === "" ? [] : [{ text: sheet.comment, margin: [0, 10, 0, 0] } satisfies Content]),
    { unbreakable: true, margin: [0, 50, 0, 0], columnGap: 40, columns: sheet.signatures.map(signature) }
  ],
  footer: (page, pages) => pages === 1 ? "" : { text: `${page} / ${pages}`, alignment: "center", fontSize: 8 }
})

/** A line to sign on, with who signs there. */
const signature = (who: string): Content => ({
  stack: [
    { canvas: [{ type: "line", x1: 0, y1: 0, x2: 235, y2: 0, lineWidth: 0.7 }] },
    { text: who, fontSize: 9, margin: [0, 4, 0, 0] }
  ]
})
