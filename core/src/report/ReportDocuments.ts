import { Context, DateTime, Effect, Layer } from "effect"
import { extname } from "node:path"
import { runInSlices } from "../base/SlicedWork.ts"
import { EventDesigns } from "../event/EventDesigns.ts"
import { EventRepository } from "../event/EventRepository.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { drawingThread, type Printing } from "../fiscal/DrawingThread.ts"
import type { ReceiptLanguage } from "../fiscal/ReceiptWords.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { dayEndsIn, type Period } from "./EventDay.ts"
import { csvOf, jsonOf, mediaTypes, printedReport, type Report, type ReportFormat, reportName } from "./ReportFiles.ts"
import { reportHead } from "./ReportHead.ts"
import type { PrintedReport } from "./ReportPdf.ts"
import { testDailyReport, testRevenueReport } from "./TestReports.ts"

const printing: Printing = {
  // Beside this file, with the same extension: TypeScript here, JavaScript in a built package.
  script: new URL(`ReportThread${extname(import.meta.url)}`, import.meta.url),
  places: 6,
  timeout: "40 seconds",
  idle: "1 minute",
  memory: 384
}

/** Draws reports as PDF, in a thread of its own: a long report holds up no receipt. */
export class ReportPrinter extends Context.Service<ReportPrinter>()("core/ReportPrinter", {
  make: Effect.map(drawingThread<PrintedReport>(printing), (pdf) => ({ pdf }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A report as a file. */
interface ReportDocument {
  readonly name: string
  readonly mediaType: string
  readonly content: Uint8Array<ArrayBuffer>
}

/** How a report is written. */
interface ReportForm {
  readonly format: ReportFormat
  readonly language: ReceiptLanguage
}

/** Writes reports as PDF, CSV and JSON. */
export class ReportDocuments extends Context.Service<ReportDocuments>()("core/ReportDocuments", {
  make: Effect.gen(function*() {
    const designs = yield* EventDesigns
    const events = yield* EventRepository
    const printer = yield* ReportPrinter

    const contentOf = Effect.fnUntraced(function*(report: Report, { format, language }: ReportForm) {
      switch (format) {
        case "csv":
          return new TextEncoder().encode(yield* runInSlices(() => csvOf(report, language)))
        case "json":
          return new TextEncoder().encode(jsonOf(report))
        case "pdf":
          return yield* designs.logo(report.head.event_id).pipe(
            Effect.flatMap((logo) => runInSlices(() => printedReport(report, language, logo))),
            Effect.flatMap(printer.pdf)
          )
      }
    })

    /** A report as a file; a PDF has the event's logo. Fails as `ServiceUnavailable` while too many reports wait to be drawn. */
    const write = Effect.fn("ReportDocuments.write")(function*(report: Report, form: ReportForm, name?: string) {
      const document: ReportDocument = {
        name: `${name ?? reportName(report)}.${form.format}`,
        mediaType: mediaTypes[form.format],
        content: yield* contentOf(report, form)
      }
      return document
    })

    const testHead = Effect.fnUntraced(function*({ eventId, node }: AtEvent, days: number) {
      const settings = yield* events.settings(eventId)
      const made_at = yield* DateTime.now
      return reportHead({ eventId, node, settings, period: lastDays(settings, made_at, days), as_of: null, made_at })
    })

    return {
      /** A daily report of bookings that never were, with the event's own head. */
      testDaily: (caller: AtEvent) => Effect.map(testHead(caller, 1), testDailyReport),
      /** A revenue report of sales that never were, with the event's own head. */
      testRevenue: (caller: AtEvent) => Effect.map(testHead(caller, 2), testRevenueReport),
      write
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([EventDesigns.layer, EventRepository.layer, ReportPrinter.layer])
  )
}

/** The last whole business days before a moment; without a daily end time they end at midnight. */
const lastDays = (
  { daily_end_time, time_zone }: Pick<EventSettings, "daily_end_time" | "time_zone">,
  now: DateTime.Utc,
  days: number
): Period => {
  const around = { from: DateTime.subtract(now, { days: days + 2 }), to: now }
  const ends = dayEndsIn(around, DateTime.zoneMakeNamedUnsafe(time_zone), daily_end_time ?? "00:00:00")
    .filter((end) => !DateTime.isGreaterThan(end, now))
  return { from: ends.at(-1 - days)!, to: ends.at(-1)! }
}
