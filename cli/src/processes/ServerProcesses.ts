/** The side of the main process: it starts the server processes, replaces those that end, and serves nothing itself. */
import { Configuration } from "@wristbank/core/base/Configuration"
import { StopLimitsInForce } from "@wristbank/core/base/StopLimits"
import type { Addresses } from "@wristbank/http/server/main"
import { Cause, Deferred, Effect, Fiber, Option, Schema } from "effect"
import cluster, { type Worker } from "node:cluster"
import { availableParallelism } from "node:os"
import type { Assignment, FromProcess, ToProcess } from "./ProcessMessage.ts"
import { type ProcessMetrics, together } from "./ProcessMetrics.ts"
import { replacementAfter } from "./Replacement.ts"

/** Raised when the server processes can't serve. */
export class ServerProcessError extends Schema.TaggedError<ServerProcessError>()("ServerProcessError", {
  message: Schema.String
}) {}

/** The running server processes. */
export interface ServerProcesses {
  readonly count: number
  /** Lets the processes serve; returns the addresses once all of them listen. */
  readonly serve: (assignment: Assignment) => Effect.Effect<Addresses, ServerProcessError>
  /** The metrics of all processes, with those of this one. A process that does not answer within five seconds is left out. */
  readonly metricsWith: (own: Effect.Effect<string>) => Effect.Effect<string>
  /** Fails when the processes can't serve any longer; never succeeds. */
  readonly failure: Effect.Effect<never, ServerProcessError>
  /** Lets the processes finish their calls and end. */
  readonly end: Effect.Effect<void>
}

/** The place of a process, which its replacement takes over. */
interface Place {
  readonly number: number
  readonly count: number
  /** The addresses, once a process of this place has listened. */
  readonly first: Deferred.Deferred<Addresses, ServerProcessError>
  /** The process that serves. */
  serving: Worker | undefined
  /** Questions for its metrics, by their ids. */
  readonly asked: Map<number, Deferred.Deferred<string>>
}

/** Shorter than Prometheus waits (10 s). */
const metricsLimit = "5 seconds"

/**
 * Processes that serve by default: as many as the machine has cores, but not more than a usual PostgreSQL has connections for.
 * One for a trial, which is to start fast.
 */
const processesByDefault = (isTrial: boolean) => isTrial ? 1 : Math.min(availableParallelism(), 8)

/**
 * Starts the processes, which load their code while the caller opens the database; null if there is to be one process, which
 * then serves by itself. They end with the scope.
 * @param program the folder of the running command line
 */
export const startProcesses = Effect.fnUntraced(function*(program: string, isTrial: boolean) {
  const configuration = yield* Configuration
  const count = Option.getOrElse(configuration.processes, () => processesByDefault(isTrial))
  if (count === 1) return null
  const assigned = yield* Deferred.make<Assignment>()
  const failure = yield* Deferred.make<never, ServerProcessError>()
  const places = Array.from({ length: count }, (_, n): Place => ({
    number: n + 1,
    count,
    first: Deferred.makeUnsafe(),
    serving: undefined,
    asked: new Map()
  }))
  cluster.setupPrimary({ exec: process.argv[1] ?? "", args: process.argv.slice(2), serialization: "advanced" })
  const launch = launcher(program, Deferred.await(assigned))
  const kept = yield* Effect.forkScoped(Effect.catchCause(
    Effect.forEach(places, (place) => keepServing(place, places, launch), { concurrency: "unbounded", discard: true }),
    (cause) => Deferred.failCause(failure, cause)
  ))
  const processes: ServerProcesses = {
    count,
    serve: (assignment) =>
      Effect.andThen(
        Deferred.succeed(assigned, assignment),
        Effect.raceFirst(
          Effect.map(Effect.forEach(places, ({ first }) => Deferred.await(first)), ([addresses]) => addresses!),
          Deferred.await(failure)
        )
      ),
    metricsWith: (own) =>
      Effect.map(
        Effect.all([Effect.map(own, ofThisProcess), ...places.map(metricsOf)], { concurrency: "unbounded" }),
        (all) => together(all.flat())
      ),
    failure: Deferred.await(failure),
    end: Fiber.interrupt(kept)
  }
  return processes
})

type Launch = ReturnType<typeof launcher>

/**
 * Keeps a process running in a place. Fails when its first process can't serve, and when after several tries no process of the
 * server does.
 */
const keepServing = Effect.fnUntraced(function*(place: Place, places: ReadonlyArray<Place>, launch: Launch) {
  let earlier: ReadonlyArray<number> = []
  while (true) {
    const reason = yield* Effect.catchCause(Effect.scoped(launch(place)), (cause) => {
      const { isLast } = replacementAfter(earlier, performance.now())
      const isLost = isLast && places.every(({ serving }) => serving === undefined)
      return Cause.hasInterruptsOnly(cause) || isLost || !Deferred.isDoneUnsafe(place.first)
        ? Effect.failCause(cause)
        : Effect.succeed(Cause.prettyErrors(cause).map(({ message }) => message).join("\n"))
    })
    const { pauseMillis, recent } = replacementAfter(earlier, performance.now())
    earlier = recent
    yield* Effect.annotateLogs(Effect.logWarning("A server process ended by itself and is replaced"), {
      process: place.number,
      reason,
      pause_seconds: pauseMillis / 1000
    })
    yield* Effect.sleep(pauseMillis)
  }
})

/** Runs one process to its end and returns the reason of the end; fails if it never served. */
const launcher = (program: string, assignment: Effect.Effect<Assignment>) =>
  Effect.fnUntraced(function*(place: Place) {
    const loaded = yield* Deferred.make<void>()
    const served = yield* Deferred.make<Addresses, ServerProcessError>()
    const ended = yield* Deferred.make<string>()
    const worker = yield* Effect.acquireRelease(
      Effect.sync(() => cluster.fork({ WRISTBANK_PROGRAM: program })),
      endProcess
    )
    worker.on("message", (message: FromProcess) => {
      if (message._tag === "Loaded") Deferred.doneUnsafe(loaded, Effect.void)
      else if (message._tag === "Serving") Deferred.doneUnsafe(served, Effect.succeed(message.addresses))
      else if (message._tag === "Failed") Deferred.doneUnsafe(served, failing(message))
      else {
        const question = place.asked.get(message.id)
        if (question !== undefined) Deferred.doneUnsafe(question, Effect.succeed(message.text))
      }
    })
    worker.on("error", (error) => Deferred.doneUnsafe(ended, Effect.succeed(error.message)))
    worker.on("exit", (code, signal) => Deferred.doneUnsafe(ended, Effect.succeed(`exit ${signal ?? code}`)))
    const addresses = yield* Effect.raceFirst(
      Effect.gen(function*() {
        yield* Deferred.await(loaded)
        const { count, number } = place
        send(worker, { _tag: "Assigned", assignment: yield* assignment, number, count })
        return yield* Deferred.await(served)
      }),
      Effect.flatMap(
        Deferred.await(ended),
        (reason) => new ServerProcessError({ message: `A server process ended while it started: ${reason}` })
      )
    )
    place.serving = worker
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        place.serving = undefined
      })
    )
    yield* Deferred.succeed(place.first, addresses)
    yield* Effect.annotateLogs(Effect.logDebug("A server process serves"), {
      process: place.number,
      pid: worker.process.pid
    })
    return yield* Deferred.await(ended)
  })

const failing = ({ isDefect, message }: Extract<FromProcess, { _tag: "Failed" }>) => {
  if (!isDefect) return Effect.fail(new ServerProcessError({ message }))
  const defect = new Error(message)
  // What the process printed is the cause; where this process learned of it is not.
  defect.stack = message
  return Effect.die(defect)
}

/** Whether it arrives is seen elsewhere: a process whose channel is closed has ended. */
const send = (worker: Worker, message: ToProcess) => void worker.send(message, undefined, () => undefined)

/** Asks a process to end, and waits until it has finished its calls; kills it at the limit. */
export const endProcess = Effect.fnUntraced(function*(worker: Worker) {
  const { processes } = yield* StopLimitsInForce
  const gone = Effect.callback<void>((resume) => {
    if (worker.process.pid === undefined || worker.isDead()) return resume(Effect.void)
    worker.once("exit", () => resume(Effect.void))
    worker.process.kill("SIGTERM")
  })
  yield* Effect.timeoutOrElse(gone, {
    duration: processes,
    orElse: () => Effect.sync(() => void worker.process.kill("SIGKILL"))
  })
})

let questions = 0

const metricsOf = (place: Place): Effect.Effect<ReadonlyArray<ProcessMetrics>> =>
  Effect.suspend(() => {
    const { asked, number, serving } = place
    if (serving === undefined) return Effect.succeed([])
    const id = ++questions
    const answer = Deferred.makeUnsafe<string>()
    asked.set(id, answer)
    send(serving, { _tag: "MetricsWanted", id })
    return Deferred.await(answer).pipe(
      Effect.map((text) => [{ process: String(number), text }]),
      Effect.timeoutOrElse({ duration: metricsLimit, orElse: () => Effect.succeed([]) }),
      Effect.ensuring(Effect.sync(() => asked.delete(id)))
    )
  })

const ofThisProcess = (text: string): ReadonlyArray<ProcessMetrics> => [{ process: "main", text }]
