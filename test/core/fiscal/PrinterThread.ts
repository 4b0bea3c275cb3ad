import type { DrawnDocument } from "@wristbank/core/fiscal/DrawingThread"
import type { PrintedReceipt } from "@wristbank/core/fiscal/ReceiptPdf"
import { parentPort } from "node:worker_threads"

// A thread for the tests of `ReceiptPrinter`: the heading of a receipt tells what becomes of it. Others come back with the
// heading and how many the thread was asked for, as text.
let asked = 0

parentPort?.on("message", ({ sheet: { heading } }: PrintedReceipt) => {
  asked++
  if (heading === "throws") throw new Error("This can't be drawn")
  if (heading === "ends") process.exit(3)
  if (heading === "hangs") return
  const drawn: DrawnDocument = { pdf: Uint8Array.from(Buffer.from(`${heading} ${asked}`)), logoFault: null }
  parentPort?.postMessage(drawn, [drawn.pdf.buffer])
})
