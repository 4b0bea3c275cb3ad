import { parentPort } from "node:worker_threads"
import { giveWayToBookings } from "../base/ThreadPriority.ts"
import { drawCloseOut } from "./CloseOutPdf.ts"
import { drawReceipt } from "./ReceiptPdf.ts"
import type { Printed } from "./ReceiptPrinter.ts"

giveWayToBookings()

// The thread that `ReceiptPrinter` starts: it draws one document after the other, and ends when it can't draw one.
parentPort?.on("message", async (printed: Printed) => {
  const drawn = await ("closeOut" in printed ? drawCloseOut(printed) : drawReceipt(printed))
  parentPort?.postMessage(drawn, [drawn.pdf.buffer])
})
