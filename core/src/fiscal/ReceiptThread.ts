import { parentPort } from "node:worker_threads"
import { drawReceipt, type PrintedReceipt } from "./ReceiptPdf.ts"

// The thread that `ReceiptPrinter` starts: it draws one receipt after the other, and ends when it can't draw one.
parentPort?.on("message", async (receipt: PrintedReceipt) => {
  const drawn = await drawReceipt(receipt)
  parentPort?.postMessage(drawn, [drawn.pdf.buffer])
})
