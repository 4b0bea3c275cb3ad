import { Deferred, type Duration, Effect, Exit, Fiber, Option, RcRef, Semaphore } from "effect"
import { Worker } from "node:worker_threads"
import { ServiceUnavailable } from "../base/Refusal.ts"

/** How documents are drawn. */
export interface Printing {
  /** Module of the thread, which answers each document with a drawn one. */
  readonly script: URL
  /** How many documents may be drawn or wait. Further requests are refused: they would wait longer than a call may take. */
  readonly places: number
  /** Time limit for one document, after which the thread is ended. It exceeds the limit of calls, so that a slow start is not wasted. */
  readonly timeout: Duration.Input
  /** A thread that has been idle for so long ends, which frees its memory. */
  readonly idle: Duration.Input
  /** In MiB, far more than any document takes. A thread that needs more ends, and the process goes on. */
  readonly memory: number
}

/** A document as PDF of A4. */
export interface DrawnDocument {
  readonly pdf: Uint8Array<ArrayBuffer>
  /** Why the logo is missing; null unless it could not be drawn. */
  readonly logoFault: string | null
}

interface Thread {
  readonly worker: Worker
  /** Never succeeds; dies when the thread ends. */
  readonly end: Effect.Effect<never>
}

/** Draws documents as PDF in a thread of its own, one after the other, so that no booking waits for it. */
export const drawingThread = Effect.fnUntraced(function*<Printed>({ idle, memory, places, script, timeout }: Printing) {
  const scope = yield* Effect.scope
  const queue = yield* Semaphore.make(places)
  const turn = yield* Semaphore.make(1)
  const thread = yield* RcRef.make({ acquire: start(script, memory), idleTimeToLive: idle })

  const draw = (printed: Printed) =>
    Effect.scoped(Effect.flatMap(RcRef.get(thread), ask(printed))).pipe(
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(new ServiceUnavailable()) }),
      // The thread's late answer would be taken for that of the next document.
      Effect.onError(() => RcRef.invalidate(thread))
    )

  /** Draws a document as PDF. Drawing goes on even if the caller leaves, because a thread can't be interrupted. */
  return Effect.fn("DrawingThread.pdf")(function*(printed: Printed) {
    const drawing = yield* Effect.forkIn(queue.withPermitsIfAvailable(1)(turn.withPermit(draw(printed))), scope)
    const drawn = yield* Fiber.join(drawing)
    if (Option.isNone(drawn)) return yield* new ServiceUnavailable()
    if (drawn.value.logoFault !== null) yield* Effect.logWarning("A logo can't be drawn", drawn.value.logoFault)
    return drawn.value.pdf
  })
})

/** Starts the thread without the environment, which has secrets. */
const start = (script: URL, memory: number) =>
  Effect.acquireRelease(
    Effect.sync((): Thread => {
      const worker = new Worker(script, {
        env: {},
        // The options of the process may be meant for the process alone.
        execArgv: [],
        name: "documents",
        resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 8 }
      })
      const end = Deferred.makeUnsafe<never>()
      const ended = (cause: unknown) => Deferred.doneUnsafe(end, Exit.die(cause))
      worker.on("error", ended)
      worker.on("exit", (code) => ended(new Error(`The thread that draws documents has ended with ${code}`)))
      return { worker, end: Deferred.await(end) }
    }),
    ({ worker }) => Effect.promise(() => worker.terminate())
  )

const ask = (printed: unknown) => ({ end, worker }: Thread): Effect.Effect<DrawnDocument> =>
  Effect.raceFirst(
    end,
    Effect.callback<DrawnDocument>((resume) => {
      const answered = (drawn: DrawnDocument) => resume(Effect.succeed(drawn))
      worker.once("message", answered)
      worker.postMessage(printed, [])
      return Effect.sync(() => worker.off("message", answered))
    })
  )
