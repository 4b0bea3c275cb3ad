import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import pdfmake from "pdfmake"
import type { CanvasRect, Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import type { DrawnDocument } from "./DrawingThread.ts"
import { charactersOf, printableDocument } from "./PrintableText.ts"
import { drawCode } from "./ReceiptCode.ts"
import type { Fact, ReceiptSheet } from "./ReceiptSheet.ts"

// Drawing blocks its thread for a tenth of a second: servers use `ReceiptPrinter` and never load this file.

/** In points of 1/72 inch: a printed code must be at least 3 cm wide. */
const codeWidth = 140

/** Larger logos, and those that repeat parts often, would take too long to draw. */
const maxLogoBytes = 128 * 1024
const repeats = /<(?:use|pattern|marker)\b/
/** References to other files, which stored logos don't have: the SVG library would open them. */
const foreign = /href\s*=\s*["'](?!data:|#)/i

/** A receipt to be printed; all of it can be sent to another thread. */
export interface PrintedReceipt {
  readonly sheet: ReceiptSheet
  /** Date of the document, so that the same receipt is the same file. */
  readonly bookedAt: Date
  /** An SVG image. */
  readonly logo: Uint8Array | null
}

const fonts = join(dirname(createRequire(import.meta.url).resolve("pdfmake/package.json")), "fonts", "Roboto")
const [regular, medium] = [join(fonts, "Roboto-Regular.ttf"), join(fonts, "Roboto-Medium.ttf")]
pdfmake.setFonts({ Roboto: { normal: regular, bold: medium } })
/** Both have the same. */
export const drawnCharacters = charactersOf(readFileSync(regular))
// Documents load nothing from elsewhere.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts))

/** Draws a receipt, without its logo if the library can't draw that: the receipt is valid all the same. */
export const drawReceipt = (receipt: PrintedReceipt): Promise<DrawnDocument> =>
  drawWithLogo(
    receipt.logo,
    (svg) => ({ svg, fit: [515, 80], alignment: "center", margin: [0, 0, 0, 12] }),
    (logo) => documentOf(receipt, logo)
  )

/** Draws a document with a logo, an SVG image, and without it if the library can't draw that. */
export const drawWithLogo = async (
  logo: Uint8Array | null,
  place: (svg: string) => Content,
  documentWith: (logo: ReadonlyArray<Content>) => TDocumentDefinitions
): Promise<DrawnDocument> => {
  const svg = drawableLogo(logo)
  const drawable = svg === null ? [] : [place(svg)]
  try {
    return { pdf: await drawDocument(documentWith(drawable)), logoFault: null }
  } catch (cause) {
    if (drawable.length === 0) throw cause
    return { pdf: await drawDocument(documentWith([])), logoFault: String(cause) }
  }
}

/** Draws any document in the fonts of receipts; what they lack is written in characters that they have. */
export const drawDocument = async (document: TDocumentDefinitions) =>
  Uint8Array.from(await pdfmake.createPdf(printableDocument(document, drawnCharacters)).getBuffer())

const drawableLogo = (logo: Uint8Array | null): string | null => {
  if (logo === null || logo.length > maxLogoBytes) return null
  const svg = new TextDecoder().decode(logo)
  return repeats.test(svg) || foreign.test(svg) ? null : svg
}

const documentOf = ({ bookedAt, sheet }: PrintedReceipt, logo: ReadonlyArray<Content>): TDocumentDefinitions => ({
  pageSize: "A4",
  pageMargins: [40, 40, 40, 50],
  language: sheet.words.locale,
  info: {
    title: `${sheet.heading} ${sheet.facts[0]?.[1] ?? ""}`,
    author: sheet.issuer[0] ?? "",
    creationDate: bookedAt
  },
  defaultStyle: { font: "Roboto", fontSize: 10 },
  content: [
    ...logo,
    { text: sheet.issuer.join("\n") },
    { text: sheet.heading, fontSize: 16, bold: true, margin: [0, 14, 0, 8] },
    list(sheet.facts),
    items(sheet),
    taxes(sheet),
    ...signature(sheet)
  ],
  footer: (page, pages) => pages === 1 ? "" : { text: `${page} / ${pages}`, alignment: "center", fontSize: 8 }
})

/** Labelled values below each other. The library refuses a table without rows. */
export const list = (facts: ReadonlyArray<Fact>): Content =>
  facts.length === 0 ? { stack: [] } : {
    layout: "noBorders",
    table: {
      widths: ["auto", "*"],
      body: facts.map((
        [name, value]
      ) => [{ text: name, color: "#444444", noWrap: true }, { text: value, wordBreak: "break-all" }])
    }
  }

const items = ({ items: lines, total, words }: ReceiptSheet): Content =>
  table(
    ["auto", "*", "auto", "auto"],
    [words.quantity, words.product, words.price, words.total],
    lines.map((line) => [line.quantity, line.name, line.price, line.total]),
    ["", words.sum, "", total],
    [0, 2, 3]
  )

const taxes = ({ taxSum, taxes: rates, words }: ReceiptSheet): Content =>
  table(
    ["*", "auto", "auto", "auto"],
    [words.rate, words.gross, words.net, words.tax],
    rates.map((one) => [one.rate, one.gross, one.net, one.tax]),
    [words.sum, taxSum.gross, taxSum.net, taxSum.tax],
    [1, 2, 3]
  )

/** A word longer than a column; unless it is broken, it would push the amounts beside it off the page. */
const longWord = /\S{28}/

/** The head is repeated on each page. @param numbers columns that are aligned right */
export const table = (
  widths: Array<string>,
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  last: ReadonlyArray<string>,
  numbers: ReadonlyArray<number>
): Content => {
  const cell = (bold: boolean) => (text: string, n: number): TableCell => ({
    text,
    bold,
    alignment: numbers.includes(n) ? "right" : "left",
    noWrap: numbers.includes(n),
    wordBreak: longWord.test(text) ? "break-all" : "normal"
  })
  return {
    margin: [0, 14, 0, 0],
    layout: "lightHorizontalLines",
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [head.map(cell(true)), ...rows.map((row) => row.map(cell(false))), last.map(cell(true))]
    }
  }
}

const isShort = ([, value]: Fact) => value.length <= 32

/** Short facts are put beside the code, so that most receipts fit on one page. */
const signature = ({ code, outage, signature: facts, words }: ReceiptSheet): ReadonlyArray<Content> => {
  if (outage !== null) return [{ text: outage, bold: true, margin: [0, 18, 0, 0] }]
  if (facts.length === 0) return []
  const beside = { stack: [list(facts.filter(isShort))], fontSize: 9 }
  return [
    {
      unbreakable: true,
      stack: [
        { text: words.signature, bold: true, margin: [0, 18, 0, 6] },
        code === null ? beside : { columnGap: 20, columns: [{ width: codeWidth, stack: [codeImage(code)] }, beside] }
      ]
    },
    { fontSize: 8, stack: [list(facts.filter((fact) => !isShort(fact)))] }
  ]
}

/** The code as rectangles: an SVG would take three times as long to draw. */
export const codeImage = (code: string, wide = codeWidth): Content => {
  const { runs, size } = drawCode(code)
  const module = wide / size
  const dark = runs.map(({ width, x, y }): CanvasRect => ({
    type: "rect",
    x: x * module,
    y: y * module,
    w: width * module,
    h: module,
    lineWidth: 0,
    color: "#000000"
  }))
  return { canvas: dark, margin: [0, 0, 0, 4 * module] }
}
