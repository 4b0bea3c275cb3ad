import { Context, Effect, Layer } from "effect"
import { extname } from "node:path"
import { drawingThread, type Printing } from "../fiscal/DrawingThread.ts"
import type { PrintedReport } from "./ReportPdf.ts"

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
