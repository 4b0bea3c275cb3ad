import { Context, Effect, Layer } from "effect"
import { extname } from "node:path"
import type { PrintedCloseOut } from "./CloseOutPdf.ts"
import { drawingThread, type Printing } from "./DrawingThread.ts"
import type { PrintedReceipt } from "./ReceiptPdf.ts"

/** What the thread can draw. */
export type Printed = PrintedCloseOut | PrintedReceipt

const printing: Printing = {
  // Beside this file, with the same extension: TypeScript here, JavaScript in a built package.
  script: new URL(`ReceiptThread${extname(import.meta.url)}`, import.meta.url),
  places: 12,
  timeout: "20 seconds",
  idle: "1 minute",
  memory: 256
}

/** Draws receipts and the protocols of close-outs as PDF, in a thread of its own. */
export class ReceiptPrinter extends Context.Service<ReceiptPrinter>()("core/ReceiptPrinter", {
  make: (options: Printing) => Effect.map(drawingThread<Printed>(options), (pdf) => ({ pdf }))
}) {
  static readonly layerOf = (options: Printing) => Layer.effect(this, this.make(options))
  static readonly layer = this.layerOf(printing)
}
