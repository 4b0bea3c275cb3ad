import { Context, Deferred, Duration, Effect, Exit, Fiber, Layer, Option, RcRef, Semaphore } from "effect"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { ServiceUnavailable } from "../primitives/Refusal.ts"
import type { PrintedCloseOut } from "./CloseOutPdf.ts"
import type { DrawnReceipt, PrintedReceipt } from "./ReceiptPdf.ts"

/** What the thread can draw. */
export type Printed = PrintedCloseOut | PrintedReceipt

/** How receipts are printed. */
export interface Printing {
  /** Module of the thread, which answers each receipt with a drawn one. */
  readonly script: URL
  /** How many receipts may be drawn or wait. Further requests are refused: they would wait longer than a call may take. */
  readonly places: number
  /** Time limit for one receipt, after which the thread is ended. It exceeds the limit of calls, so that a slow start is not wasted. */
  readonly timeout: Duration.Input
  /** A thread that has been idle for so long ends, which frees its memory. */
  readonly idle: Duration.Input
}

const printing: Printing = {
  // Beside this file, with the same extension: TypeScript here, JavaScript in a built package.
  script: new URL(`ReceiptThread${extname(import.meta.url)}`, import.meta.url),
  places: 12,
  timeout: "20 seconds",
  idle: "1 minute"
}

/** In MiB, far more than any receipt takes. A thread that needs more ends, and the process goes on. */
const threadMemory = 256

interface Thread {
  readonly worker: Worker
  /** Never succeeds; dies when the thread ends. */
  readonly end: Effect.Effect<never>
}

/** Draws receipts and the protocols of close-outs as PDF in a thread of its own, so that no booking waits for it. */
export class ReceiptPrinter extends Context.Service<ReceiptPrinter>()("core/ReceiptPrinter", {
  make: Effect.fnUntraced(function*({ idle, timeout, places, script }: Printing) {
    const scope = yield* Effect.scope
    const queue = yield* Semaphore.make(places)
    const turn = yield* Semaphore.make(1)
    const thread = yield* RcRef.make({ acquire: start(script), idleTimeToLive: idle })

    const draw = (receipt: Printed) =>
      Effect.scoped(Effect.flatMap(RcRef.get(thread), ask(receipt))).pipe(
        Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(new ServiceUnavailable()) }),
        // The thread's late answer would be taken for that of the next receipt.
        Effect.onError(() => RcRef.invalidate(thread))
      )

    /** Draws a receipt or a protocol as PDF. Drawing goes on even if the caller leaves, because a thread can't be interrupted. */
    const pdf = Effect.fn("ReceiptPrinter.pdf")(function*(receipt: Printed) {
      const drawing = yield* Effect.forkIn(queue.withPermitsIfAvailable(1)(turn.withPermit(draw(receipt))), scope)
      const drawn = yield* Fiber.join(drawing)
      if (Option.isNone(drawn)) return yield* new ServiceUnavailable()
      if (drawn.value.logoFault !== null) {
        yield* Effect.logWarning("A logo can't be drawn on receipts", drawn.value.logoFault)
      }
      return drawn.value.pdf
    })

    return { pdf }
  })
}) {
  static readonly layerOf = (options: Printing) => Layer.effect(this, this.make(options))
  static readonly layer = this.layerOf(printing)
}

/** Starts the thread without the environment, which has secrets. */
const start = (script: URL) =>
  Effect.acquireRelease(
    Effect.sync((): Thread => {
      const worker = new Worker(script, {
        env: {},
        // The options of the process may be meant for the process alone.
        execArgv: [],
        name: "receipts",
        resourceLimits: { maxOldGenerationSizeMb: threadMemory }
      })
      const end = Deferred.makeUnsafe<never>()
      const ended = (cause: unknown) => Deferred.doneUnsafe(end, Exit.die(cause))
      worker.on("error", ended)
      worker.on("exit", (code) => ended(new Error(`The thread that draws receipts has ended with ${code}`)))
      return { worker, end: Deferred.await(end) }
    }),
    ({ worker }) => Effect.promise(() => worker.terminate())
  )

const ask = (receipt: Printed) => ({ end, worker }: Thread): Effect.Effect<DrawnReceipt> =>
  Effect.raceFirst(
    end,
    Effect.callback<DrawnReceipt>((resume) => {
      const answered = (drawn: DrawnReceipt) => resume(Effect.succeed(drawn))
      worker.once("message", answered)
      worker.postMessage(receipt, [])
      return Effect.sync(() => worker.off("message", answered))
    })
  )
