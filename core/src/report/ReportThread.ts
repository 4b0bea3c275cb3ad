import { parentPort } from "node:worker_threads"
import { giveWayToBookings } from "../base/ThreadPriority.ts"
import { drawReport, type PrintedReport } from "./ReportPdf.ts"

giveWayToBookings()

// The thread that `ReportPrinter` starts: it draws one report after the other, and ends when it can't draw one.
parentPort?.on("message", async (printed: PrintedReport) => {
  const drawn = await drawReport(printed)
  parentPort?.postMessage(drawn, [drawn.pdf.buffer])
})
