import { assert, describe, it } from "@effect/vitest"
import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import { DailyReport } from "@wristbank/core/report/DailyReport"
import { PayoutReport } from "@wristbank/core/report/PayoutReport"
import { csvOf as csvWork, jsonOf, printedReport as printing, type Report } from "@wristbank/core/report/ReportFiles"
import { ReportHead } from "@wristbank/core/report/ReportHead"
import { drawReport } from "@wristbank/core/report/ReportPdf"
import type { PrintedTable, ReportSheet } from "@wristbank/core/report/ReportSheet"
import { RevenueReport } from "@wristbank/core/report/RevenueReport"
import { DateTime } from "effect"
import { openPdf } from "../../support/Pdf.ts"
import { sampleDaily, samplePayout, sampleRevenue, sampleSettlement } from "./SampleReports.ts"

const samples: ReadonlyArray<readonly [Report, en: string, de: string]> = [
  [sampleDaily, "Daily report", "Tagesbericht"],
  [sampleRevenue, "Revenue report", "Umsatzbericht"],
  [samplePayout, "Pay-out report", "Auszahlungsbericht"],
  [sampleSettlement, "Settlement", "Abrechnung"]
]

const csvOf = (report: Report, language: "en" | "de") => runAtOnce(csvWork(report, language))
const printedReport = (report: Report, language: "en" | "de", logo: Uint8Array | null) =>
  runAtOnce(printing(report, language, logo))
const sheet = (report: Report, language: "en" | "de") => printedReport(report, language, null).sheet

/** The rows of a table of a sheet as text. */
const rowsOf = (of: ReportSheet, heading: string) => {
  const table = of.parts.find((part): part is PrintedTable => part.kind === "table" && part.heading === heading)
  assert.isDefined(table, heading)
  return table.rows.map(({ cells }) => cells.map(({ text }) => text.replaceAll("\u00a0", " ")))
}

describe("the pages of a report", () => {
  it("have a title of their own, and say whose figures they are and when they were made", async () => {
    for (const [report, en, de] of samples) {
      for (
        const [language, title, page, made] of [
          ["en", en, "Page 1 of", "made 23/11/2026, 09:43:11 CET"],
          ["de", de, "Seite 1 von", "erstellt 23.11.2026, 09:43:11 MEZ"]
        ] as const
      ) {
        const { pages: [first] } = await openPdf((await drawReport(printedReport(report, language, null))).pdf)
        for (const one of [title, page, made, "Sommerfest am See", "Kulturverein am See e. V.", "12345 Seestadt"]) {
          assert.include(first, one)
        }
        assert.include(first, "DE123456789")
      }
    }
  })

  it("have the seal of their day once there is one", () => {
    const seal = "5f16ea2dba0a71a08e1b58c1ef7c4ce9c9a5ac5ee4ef4c0a8c3ab4ba32d5cc8f"
    for (const language of ["en", "de"] as const) {
      assert.include(JSON.stringify(sheet(new DailyReport({ ...sampleDaily, seal }), language)), `: ${seal}`)
      assert.notMatch(JSON.stringify(sheet(sampleDaily, language)), /Seal|Siegel/)
    }
  })

  it("write amounts, days and times as the language and the event have them", () => {
    const summer = new ReportHead({ ...sampleDaily.head, currency: "CHF", time_zone: "America/New_York" })
    const abroad = sheet(new DailyReport({ ...sampleDaily, head: summer }), "en")
    assert.deepStrictEqual(abroad.facts[0], { label: "Begin", value: "10/07/2026, 00:00:00" })
    assert.strictEqual(abroad.figures[0]?.cell.text.replaceAll("\u00a0", " "), "CHF 10,475.74")
    const german = sheet(sampleDaily, "de")
    assert.deepStrictEqual(german.facts[0], { label: "Beginn", value: "10.07.2026, 06:00:00" })
    assert.deepStrictEqual(rowsOf(german, "Nach Betrieb").at(-2), [
      "Auszahlung Guthaben",
      "Kasse 2",
      "bar",
      "4",
      "4",
      "\u22121.234,56 €"
    ])
    assert.strictEqual(sheet(sampleDaily, "de").subtitle, "Sommerfest am See · Fr., 10.07.2026")
  })

  it("mark negative amounts, and rows of zeros", () => {
    const table = sheet(sampleDaily, "en").parts.find((part) => part.kind === "table")
    assert.deepStrictEqual(table?.rows.slice(-2).map((row) => [row.is_zero, row.cells.at(-1)?.is_negative]), [
      [false, true],
      [true, false]
    ])
  })

  it("say that a report is about a moment in the past", () => {
    const then = new ReportHead({ ...samplePayout.head, as_of: DateTime.makeUnsafe("2026-07-12T10:00:00Z") })
    const past = sheet(new PayoutReport({ ...samplePayout, head: then, reasons: null }), "en")
    assert.deepStrictEqual(past.facts, [{
      label: "State of 12/07/2026, 12:00:00 CEST",
      value: "Later bookings are left out."
    }])
    assert.include(past.foot, "State of 12/07/2026, 12:00:00 CEST")
    assert.isTrue(past.parts.some((part) => part.kind === "text" && part.text.startsWith("The reasons are known")))
  })

  it("say how many orders there are when not all are listed", () => {
    const total = { ...sampleRevenue.total, orders: 123_456 }
    const cut = sheet(new RevenueReport({ ...sampleRevenue, total }), "en")
    const texts = (of: ReportSheet) => of.parts.flatMap((part) => part.kind === "text" ? [part.text] : [])
    assert.lengthOf(texts(cut), 1)
    assert.include(texts(cut)[0], "The first 200 of 123,456 orders")
    assert.deepStrictEqual(texts(sheet(sampleRevenue, "en")), [])
  })
})

describe("the files inside a report", () => {
  it("are its figures: all that the pages show and nothing of guests", async () => {
    for (const [report] of samples) {
      const { files } = await openPdf((await drawReport(printedReport(report, "en", null))).pdf)
      const [json, csv] = ["json", "csv"].map((end) =>
        Object.entries(files).find(([name]) => name.endsWith(`_report.${end}`))?.[1]
      )
      assert.lengthOf(Object.keys(files), 2)
      assert.strictEqual(json, jsonOf(report))
      assert.strictEqual(csv, csvOf(report, "en"))
    }
  })

  it("have amounts in major units, exact ids, times with their offset, and no formulas", () => {
    const csv = csvOf(sampleDaily, "de")
    assert.include(csv, "operations\r\ncategory,node_name,payment_method,orders,products,sum\r\n")
    assert.include(csv, "pay_out,Kasse 2,cash,4,4,-1234.56\r\n")
    assert.include(csv, "sale,'=Kasse,,0,0,0.00\r\n")
    assert.include(csv, "takings_by_hour\r\nfrom_time,amount\r\n2026-07-10T06:00:00.000+02:00,")
    assert.include(csvOf(sampleRevenue, "de"), "2026-07-09,150,10212.00,102.12,10109.88\r\n")
    assert.strictEqual(JSON.parse(jsonOf(sampleDaily)).operations[5].sum, -1234.56)
  })
})
