/** The side of a server process: one of several that serve the same ports, started by the main process. */
import { Cause, Effect, Option, Predicate } from "effect"
import cluster from "node:cluster"
import type { FromProcess, ToProcess } from "./ProcessMessage.ts"

/** Whether this process is one of several that serve the same ports. */
export const isServerProcess = cluster.isWorker

/** Sends a message to the main process. Without that, the channel is closed and Node ends this process. */
export const report = (message: FromProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const sent = () => resume(Effect.void)
    if (process.send === undefined) sent()
    else process.send(message, undefined, {}, sent)
  })

/** Waits for the assignment, which may come long after the code was loaded. */
export const assigned = Effect.callback<Extract<ToProcess, { _tag: "Assigned" }>>((resume) => {
  const take = (message: ToProcess) => {
    if (message._tag !== "Assigned") return
    process.off("message", take)
    resume(Effect.succeed(message))
  }
  process.on("message", take)
  Effect.runFork(report({ _tag: "Loaded" }))
  return Effect.sync(() => process.off("message", take))
})

/** Answers the main process's questions for metrics until the scope closes. */
export const answerMetrics = Effect.fnUntraced(function*(metrics: Effect.Effect<string>) {
  const context = yield* Effect.context<never>()
  const answer = (message: ToProcess) => {
    if (message._tag !== "MetricsWanted") return
    const { id } = message
    Effect.runForkWith(context)(Effect.flatMap(metrics, (text) => report({ _tag: "Metrics", id, text })))
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("message", answer)),
    () => Effect.sync(() => process.off("message", answer))
  )
})

/** Leaves the main process when the scope closes: the channel alone would keep this process alive. */
export const leaveAtEnd = Effect.addFinalizer(() => Effect.sync(() => cluster.worker?.disconnect()))

/** Lets the main process print a failure, once for all processes. */
export const reportFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A | void, E, R> =>
  Effect.catchCause(
    effect,
    (cause): Effect.Effect<void, E> => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : report(failed(cause))
  )

const failed = (cause: Cause.Cause<unknown>): FromProcess => {
  const expected = Cause.hasDies(cause) ? Option.none() : Cause.findErrorOption(cause)
  return Option.match(expected, {
    onNone: () => ({ _tag: "Failed", message: Cause.pretty(cause), isDefect: true }),
    onSome: (error) => ({
      _tag: "Failed",
      message: Predicate.hasProperty(error, "message") ? `${error.message}` : `${error}`,
      isDefect: false
    })
  })
}
