import { DateTime, Schema } from "effect"
import type { SlicedWork } from "../base/SlicedWork.ts"
import type { ReceiptLanguage } from "../fiscal/ReceiptWords.ts"
import { dailyContent } from "./DailyContent.ts"
import { DailyReport } from "./DailyReport.ts"
import { payoutContent } from "./PayoutContent.ts"
import { PayoutReport } from "./PayoutReport.ts"
import { tablesOf } from "./ReportContent.ts"
import { reportFormats, reportSheet } from "./ReportPages.ts"
import type { PrintedReport } from "./ReportPdf.ts"
import type { ReportSheet } from "./ReportSheet.ts"
import { reportCsv } from "./ReportTable.ts"
import { reportWords } from "./ReportWords.ts"
import { revenueContent } from "./RevenueContent.ts"
import { RevenueReport } from "./RevenueReport.ts"
import { settlementContent } from "./SettlementContent.ts"
import { SettlementReport } from "./SettlementReport.ts"

/** The reports of an event. */
export type Report = DailyReport | RevenueReport | PayoutReport | SettlementReport

/** The forms of a report. The PDF has the other two inside. */
export const ReportFormat = Schema.Literals(["pdf", "csv", "json"])
export type ReportFormat = typeof ReportFormat.Type

export const mediaTypes: { readonly [Format in ReportFormat]: string } = {
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
  json: "application/json"
}

/** The name of a report's file, without its ending. */
export const reportName = (report: Report): string => `${kindOf(report)}_report`

/** A report as its pages show it. */
export const sheetOf = (report: Report, language: ReceiptLanguage): ReportSheet =>
  reportSheet(contentOf(report, language), reportWords[language])

/** The figures of a report as JSON, as the calls answer it. */
export const jsonOf = (report: Report): string => jsonBy[kindOf(report)](report as never)

/** The tables of a report as CSV; texts are in the language. */
export const csvOf = (report: Report, language: ReceiptLanguage): SlicedWork<string> =>
  reportCsv(tablesOf(contentOf(report, language)), DateTime.zoneMakeNamedUnsafe(report.head.time_zone))

/** A report to be drawn, with its figures as files inside. @param logo an SVG image */
export const printedReport = function*(
  report: Report,
  language: ReceiptLanguage,
  logo: Uint8Array | null
): SlicedWork<PrintedReport> {
  const name = reportName(report)
  return {
    sheet: sheetOf(report, language),
    files: [
      { name: `${name}.json`, mediaType: "application/json", content: jsonOf(report) },
      { name: `${name}.csv`, mediaType: "text/csv", content: yield* csvOf(report, language) }
    ],
    madeAt: DateTime.toDateUtc(report.head.made_at),
    logo
  }
}

const kindOf = (report: Report) =>
  report instanceof DailyReport
    ? "daily"
    : report instanceof RevenueReport
    ? "revenue"
    : report instanceof PayoutReport
    ? "payout"
    : "settlement"

const jsonText = <A, I>(schema: Schema.Codec<A, I>) =>
  Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(schema)))

const jsonBy = {
  daily: jsonText(DailyReport),
  revenue: jsonText(RevenueReport),
  payout: jsonText(PayoutReport),
  settlement: jsonText(SettlementReport)
}

const contentOf = (report: Report, language: ReceiptLanguage) => {
  const say = reportWords[language]
  if (report instanceof DailyReport) return dailyContent(report, say)
  if (report instanceof RevenueReport) return revenueContent(report, say, reportFormats(report.head, say))
  if (report instanceof PayoutReport) return payoutContent(report, say)
  return settlementContent(report, say)
}
