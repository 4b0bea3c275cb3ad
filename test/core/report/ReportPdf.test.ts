import { assert, it } from "@effect/vitest"
import { barsImage } from "@wristbank/core/report/ReportBars"
import { ReportPrinter } from "@wristbank/core/report/ReportDocuments"
import { drawReport, type PrintedReport } from "@wristbank/core/report/ReportPdf"
import { type PrintedTable, type ReportPart, ReportSheet } from "@wristbank/core/report/ReportSheet"
import { Effect } from "effect"
import { getDocumentProxy } from "unpdf"
import { openPdf } from "../../support/Pdf.ts"

const cell = (text: string) => ({ text, is_negative: text.startsWith("−") })
const table = (rows: number): PrintedTable => ({
  kind: "table",
  heading: "Every order",
  head: ["Number", "Amount"],
  numbers: [1],
  rows: Array.from({ length: rows }, (_, at) => ({ cells: [cell(`No. ${at}`), cell("−3.00")], is_zero: false })),
  total: [cell("Sum"), cell("−9.00")],
  none: "Nothing booked",
  left_out: 0
})
const sheetWith = (parts: ReadonlyArray<ReportPart>): ReportSheet =>
  new ReportSheet({
    locale: "en-GB",
    title: "Daily report",
    subtitle: "Summer festival",
    issuer_label: "Issued by",
    issuer: ["Club", "At the lake 1"],
    recipient_label: "For",
    recipient: ["Bar"],
    facts: [{ label: "First order", value: "0000000001" }],
    figures: [{ label: "Sales", cell: cell("1,234.56") }],
    parts,
    foot: "Daily report, made at noon",
    page_number: "Page {page} of {pages}"
  })
const printed = (parts: ReadonlyArray<ReportPart>): PrintedReport => ({
  sheet: sheetWith(parts),
  files: [
    { name: "report.json", mediaType: "application/json", content: `{"sum":"1,00 €"}` },
    { name: "report.csv", mediaType: "text/csv", content: "a,b\r\n" }
  ],
  madeAt: new Date(0),
  logo: null
})

it("a report has its data inside and names its pages", async () => {
  const { pdf } = await drawReport(printed([table(80), { kind: "text", text: "Cents add up." }]))
  const { files, language, pages, title } = await openPdf(pdf)
  assert.deepStrictEqual(files, { "report.json": `{"sum":"1,00 €"}`, "report.csv": "a,b\r\n" })
  assert.strictEqual(title, "Daily report: Summer festival")
  assert.strictEqual(language, "en-GB")
  assert.isAbove(pages.length, 1)
  pages.forEach((page, at) => {
    assert.include(page, `Page ${at + 1} of ${pages.length}`)
    assert.include(page, "Daily report, made at noon")
    assert.include(page, "Every order", "the heading is repeated")
    assert.include(page, "Amount", "the head is repeated")
  })
  for (const one of ["Club", "Bar", "0000000001", "1,234.56"]) assert.include(pages[0], one)
  for (const last of ["No. 79", "−9.00", "Cents add up."]) assert.include(pages.at(-1), last)
})

it("the logo of the event is at its top, unless it can't be drawn", async () => {
  const drawnWith = async (logo: string | null) => {
    const { logoFault, pdf } = await drawReport({
      ...printed([table(1)]),
      logo: logo === null ? null : new TextEncoder().encode(logo)
    })
    const page = await (await getDocumentProxy(Uint8Array.from(pdf))).getPage(1)
    return { marks: (await page.getOperatorList()).fnArray.length, fault: logoFault }
  }
  const square =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="red"/></svg>`
  const [without, drawn, broken] = [await drawnWith(null), await drawnWith(square), await drawnWith("<svg")]
  assert.isAbove(drawn.marks, without.marks)
  assert.isNull(drawn.fault)
  assert.strictEqual(broken.marks, without.marks)
  assert.isNotNull(broken.fault)
})

it("a table without rows says so, and a word of any length leaves its numbers on the page", async () => {
  const long = "Donaudampfschifffahrt".repeat(8)
  const rows = [{ cells: [cell(long), cell("1.00")], is_zero: false }]
  const shares = {
    kind: "shares",
    heading: "Products",
    shares: [{ label: long, value: 1, written: "7.77" }],
    none: "Nothing booked"
  } as const
  const { pages } = await openPdf((await drawReport(printed([table(0), { ...table(0), rows }, shares]))).pdf)
  assert.lengthOf(pages, 1)
  for (const one of ["Nothing booked", "1.00", "7.77"]) assert.include(pages[0], one)
})

it("a chart has a column for each number, downwards below zero, and no markup from labels", () => {
  const bars = [{ key: "a", label: "<b>&", value: 10, written: "" }, { key: "b", label: "b", value: -5, written: "" }]
  const ticks = [-10, 0, 10].map((value) => ({ value, label: String(value) }))
  const image = barsImage({ kind: "bars", heading: "", bars, ticks })
  const columns = Array.from(image.matchAll(/<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g))
  const [[top, height], [below, depth]] = columns.map(([, y, size]) => [Number(y), Number(size)] as const) as [
    readonly [number, number],
    readonly [number, number]
  ]
  assert.closeTo(top + height, below, 0.02, "both begin at zero")
  assert.closeTo(height, 2 * depth, 0.03)
  assert.include(image, "&lt;b&gt;&amp;")
})

it.live("the thread draws what would be drawn without it", () =>
  Effect.gen(function*() {
    const report = printed([table(3)])
    const { pdf } = yield* Effect.promise(() => drawReport(report))
    assert.deepStrictEqual(yield* ReportPrinter.use((printer) => printer.pdf(report)), pdf)
  }).pipe(Effect.provide(ReportPrinter.layer)))
