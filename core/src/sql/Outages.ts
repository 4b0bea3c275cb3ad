import { Cause, Context, type Duration, Effect, Predicate, Schedule, Scope } from "effect"
import { SqlError } from "effect/sql"
import { type Kind, type LogLine, type Observation, observe, type Outage } from "./Outage.ts"
import type { Readiness } from "./Readiness.ts"

/** Work that failed because the database was unavailable. */
export interface Failed {
  readonly kind: Kind
  /** The name for the log, such as `POST /order/book-sale` or that of a worker. */
  readonly name: string
}

/**
 * Logs an outage of the database in a few lines. One line per failure would be thousands within seconds, which would
 * bury the first failure and all failures with other causes. `Database.layer` provides one instance for the process.
 */
export const Outages = Context.Reference<(failed: Failed, cause: Cause.Cause<unknown>) => Effect.Effect<void>>(
  "core/reference/Outages",
  { defaultValue: () => logEach }
)

/**
 * Whether the database answers another caller at this moment: then work that took too long was slow itself. False without
 * a database. `Database.layer` provides it.
 */
export const DatabaseAnswers = Context.Reference<Effect.Effect<boolean>>("core/reference/DatabaseAnswers", {
  defaultValue: () => Effect.succeed(false)
})

/** Whether a check of the database succeeds. */
export const answers = ({ check }: Readiness["Service"]): Effect.Effect<boolean> =>
  Effect.match(check, { onFailure: () => false, onSuccess: () => true })

const logEach = ({ kind, name }: Failed, cause: Cause.Cause<unknown>) =>
  Effect.annotateLogs(Effect.logWarning("Database unavailable", cause), { [kind]: name })

/**
 * Returns the instance of the current context if there is one. Otherwise makes a new one, which checks the database
 * periodically while an outage lasts.
 */
export const make = Effect.fnUntraced(function*(readiness: Readiness["Service"]) {
  const given = yield* Outages
  if (given !== logEach) return given
  const scope = yield* Scope.Scope
  let outage: Outage | undefined

  const see = (seen: Observation, details: Readonly<Record<string, unknown>>) =>
    Effect.suspend(() => {
      const before = outage
      const next = observe(outage, seen, performance.now())
      outage = next.outage
      return next.line === undefined ? Effect.void : tell(next.line, next.outage ?? before, details)
    })
  const watch = Effect.repeat(
    Effect.delay(
      Effect.flatMap(answers(readiness), (found) => see({ kind: "look", answers: found }, {})),
      "1 second"
    ),
    { while: () => outage !== undefined }
  )
  return ({ kind, name }: Failed, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
    Effect.suspend(() => {
      const isFirst = outage === undefined
      const logged = see({ kind }, { [kind]: name, reason: reasonOf(cause) })
      return Effect.andThen(
        Effect.logDebug("Database unavailable", cause),
        isFirst ? Effect.andThen(Effect.uninterruptible(logged), Effect.forkIn(watch, scope)) : logged
      )
    })
})

/** Logs a failure: as part of an outage if the database was unavailable, otherwise with the given effect. */
export const logFailure = <E = never>(
  failed: Failed,
  cause: Cause.Cause<unknown>,
  otherwise: Effect.Effect<void, E>
): Effect.Effect<void, E> =>
  isUnavailable(problemOf(cause)) ? Effect.flatMap(Outages, (tell) => tell(failed, cause)) : otherwise

/**
 * Logs a failure and returns `undefined`, so that the failure ends neither a loop nor the work for others in the same
 * round. The interruption of the fiber that runs it is not caught; that of another fiber it waited for is treated like
 * any failure.
 * @param name of the worker, as in `Failed`
 * @param line for the log, unless the failure is part of an outage of the database
 */
export const keepGoing = (name: string, line: string, level: "Warn" | "Error" = "Warn") =>
<A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A | undefined, never, R> =>
  Effect.catchCause(
    work,
    (cause) => Effect.as(logFailure({ kind: "round", name }, cause, Effect.logWithLevel(level)(line, cause)), undefined)
  )

/** Repeats the rounds of a worker, also after one that failed. */
export const repeated =
  (worker: string, line: string) => <E, R>(round: Effect.Effect<unknown, E, R>, pause: Duration.Input) =>
    round.pipe(keepGoing(worker, line), Effect.repeat(Schedule.spaced(pause)), Effect.asVoid)

/**
 * Repeats the effect, a second after each failure, while the database is unavailable. Any other failure is passed on.
 */
export const retryThroughOutage =
  (failed: Failed) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catchCause(effect, (cause) =>
      Effect.andThen(
        logFailure(failed, cause, Effect.failCause(cause)),
        Effect.delay(Effect.suspend(() => retryThroughOutage(failed)(effect)), "1 second")
      ))

/** Whether the database is away, too busy or starting, so that the same work may succeed in a moment. */
export const isUnavailable = (problem: unknown): boolean => {
  if (Cause.isTimeoutError(problem)) return true
  if (!SqlError.isSqlError(problem)) return false
  const { _tag, cause } = problem.reason
  return unavailableReasons.has(_tag) ||
    (Predicate.hasProperty(cause, "code") && unavailableState.test(String(cause.code)))
}

/** Whether work was given up because of a time limit, its own or that of a statement. */
export const isTooLate = (problem: unknown): boolean =>
  Cause.isTimeoutError(problem) || (SqlError.isSqlError(problem) && problem.reason._tag === "StatementTimeoutError")

const tell = (line: LogLine, outage: Outage | undefined, details: Readonly<Record<string, unknown>>) => {
  if (line === "began" || outage === undefined) {
    return Effect.annotateLogs(Effect.logWarning("The database is unavailable"), details)
  }
  const { began, calls, last, rounds } = outage
  const facts = { seconds: Math.round((last - began) / 1000), failed_calls: calls, failed_worker_rounds: rounds }
  return Effect.annotateLogs(
    line === "lasts"
      ? Effect.logWarning("The database is still unavailable")
      : Effect.logWarning("The database is available again"),
    facts
  )
}

/** The error or defect that a cause is about; undefined for an interruption. */
export const problemOf = ({ reasons }: Cause.Cause<unknown>): unknown => {
  const reason = reasons.find(Cause.isFailReason) ?? reasons.find(Cause.isDieReason)
  if (reason === undefined) return undefined
  return Cause.isFailReason(reason) ? reason.error : reason.defect
}

/** The failure in one line: the driver's stack does not help an operator. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const problem = problemOf(cause)
  if (!SqlError.isSqlError(problem)) return "no answer in time"
  const { _tag, cause: inner } = problem.reason
  return inner instanceof Error ? `${_tag}: ${inner.message.split("\n", 1)[0]}` : _tag
}

const unavailableReasons: ReadonlySet<string> = new Set([
  "ConnectionError",
  "AuthenticationError",
  "DeadlockError",
  "SerializationError",
  "LockTimeoutError",
  "StatementTimeoutError"
])

/** SQLSTATE classes 53 (out of connections, memory or disk), 57P (shutting down), 25006 (a standby after a switch). */
const unavailableState = /^(?:53|57P|25006)/
