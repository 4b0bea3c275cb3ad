import { Context, Deferred, Duration, Effect, Exit, Fiber, Layer, Option, RcRef, Semaphore } from "effect"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { ServiceUnavailable } from "../primitives/Refusal.ts"
import type { DrawnReceipt, PrintedReceipt } from "./ReceiptPdf.ts"

/** How receipts are printed. */
export interface Printing {
  /** What the thread runs: it answers each receipt with a drawn one. */
  readonly script: URL
  /** Receipts that are drawn or wait for it. Further requests are refused, as they would wait longer than calls may take. */
  readonly places: number
  /** A thread that takes longer for one receipt is ended. Longer than anybody waits, so that a slow start is not in vain. */
  readonly patience: Duration.Input
  /** A thread with nothing to draw for that long gives its memory back. */
  readonly idle: Duration.Input
}

const printing: Printing = {
  // Beside this file and of its kind: TypeScript here, JavaScript where it was built.
  script: new URL(`ReceiptThread${extname(import.meta.url)}`, import.meta.url),
  places: 12,
  patience: "20 seconds",
  idle: "1 minute"
}

/** Far more than any receipt takes, in MiB; a thread that needs more ends, and the process goes on. */
const threadMemory = 256

interface Thread {
  readonly worker: Worker
  /** Never succeeds; dies with the thread. */
  readonly end: Effect.Effect<never>
}

/** Draws receipts as PDF, in one thread beside the one that serves: a booking never waits for it. */
export class ReceiptPrinter extends Context.Service<ReceiptPrinter>()("core/ReceiptPrinter", {
  make: Effect.fnUntraced(function*({ idle, patience, places, script }: Printing) {
    const scope = yield* Effect.scope
    const queue = yield* Semaphore.make(places)
    const turn = yield* Semaphore.make(1)
    const thread = yield* RcRef.make({ acquire: start(script), idleTimeToLive: idle })

    const draw = (receipt: PrintedReceipt) =>
      Effect.scoped(Effect.flatMap(RcRef.get(thread), ask(receipt))).pipe(
        Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(new ServiceUnavailable()) }),
        // Whatever happened, its late answer would be taken for that of the next receipt.
        Effect.onError(() => RcRef.invalidate(thread))
      )

    /** A receipt as a PDF. It is drawn to its end even if its caller leaves: a thread can't be told to stop. */
    const pdf = Effect.fn("ReceiptPrinter.pdf")(function*(receipt: PrintedReceipt) {
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

/** A thread that knows nothing of the environment, with its secrets. */
const start = (script: URL) =>
  Effect.acquireRelease(
    Effect.sync((): Thread => {
      const worker = new Worker(script, {
        env: {},
        // Those of the process may be meant for it alone.
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

const ask = (receipt: PrintedReceipt) => ({ end, worker }: Thread): Effect.Effect<DrawnReceipt> =>
  Effect.raceFirst(
    end,
    Effect.callback<DrawnReceipt>((resume) => {
      const answered = (drawn: DrawnReceipt) => resume(Effect.succeed(drawn))
      worker.once("message", answered)
      worker.postMessage(receipt, [])
      return Effect.sync(() => worker.off("message", answered))
    })
  )
