import { Configuration } from "@wristbank/core/base/Configuration"
import { Clock, Effect, Option, Predicate, Redacted, Result, Scope } from "effect"
import { SqlError } from "effect/sql"
import { isAddress } from "../postgres/DatabaseConnection.ts"

/** A time in which a server could not use its database; all times are in milliseconds of one clock. */
export interface Waiting {
  readonly began: number
  /** Time of the latest log line about it. */
  readonly lastLogged: number
  readonly tries: number
  readonly reason: string
}

/** A log line for the operator: when the waiting begins, when its reason changes, and at intervals while it lasts. */
export type WaitingLine = "began" | "changed" | "lasts"

/** Milliseconds between two log lines of the same reason. */
export const logIntervalMillis = 60_000

/** The waiting after a further try that failed, and the log line that is due. */
export const waitedOn = (
  waiting: Waiting | undefined,
  reason: string,
  now: number
): { readonly waiting: Waiting; readonly line: WaitingLine | undefined } => {
  if (waiting === undefined) return { waiting: { began: now, lastLogged: now, tries: 1, reason }, line: "began" }
  const line = reason !== waiting.reason
    ? "changed"
    : now - waiting.lastLogged >= logIntervalMillis
    ? "lasts"
    : undefined
  const lastLogged = line === undefined ? waiting.lastLogged : now
  return { waiting: { ...waiting, lastLogged, tries: waiting.tries + 1, reason }, line }
}

/** What an operator can put right while a server waits: the database, its users and rights, its schema. */
const canBePutRight = (error: unknown): boolean =>
  Predicate.isTagged(error, "DatabaseUnreachable") || Predicate.isTagged(error, "SchemaOutdated") ||
  SqlError.isSqlError(error)

/**
 * Tries each second until the database can be used. A server that ended instead would stay away for ever once its service manager gives up.
 * @param meanwhile runs from the first failure to the end of the waiting
 */
export const awaited =
  <E2, R2>(meanwhile: Effect.Effect<unknown, E2, R2>) =>
  <A, E extends { readonly message: string }, R>(
    use: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | E2, R | R2 | Scope.Scope | Configuration> =>
    Effect.gen(function*() {
      const { databaseUrl } = yield* Configuration
      // An address that can't be read stays as it is.
      const isConfigured = Option.isNone(databaseUrl) || isAddress(Redacted.value(databaseUrl.value))
      const scope = yield* Scope.Scope
      const once = Effect.result(Scope.provide(use, scope))
      const first = yield* once
      if (Result.isSuccess(first)) return first.success
      if (!isConfigured || !canBePutRight(first.failure)) return yield* Effect.fail(first.failure)
      return yield* Effect.scoped(Effect.gen(function*() {
        let waiting = yield* tell(undefined, first.failure)
        yield* meanwhile
        while (true) {
          yield* Effect.sleep("1 second")
          const next = yield* once
          if (Result.isSuccess(next)) {
            yield* Effect.annotateLogs(Effect.logWarning("The database can be used"), yield* factsOf(waiting))
            return next.success
          }
          if (!canBePutRight(next.failure)) return yield* Effect.fail(next.failure)
          waiting = yield* tell(waiting, next.failure)
        }
      }))
    }) as Effect.Effect<A, E | E2, R | R2 | Scope.Scope | Configuration>

const factsOf = ({ began, tries }: Waiting) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({ seconds: Math.round((now - began) / 1000), tries }))

const tell = Effect.fnUntraced(function*(before: Waiting | undefined, { message }: { readonly message: string }) {
  // Some reasons have the lines of a stack below the first.
  const reason = message.split("\n", 1)[0]!
  const { line, waiting } = waitedOn(before, reason, yield* Clock.currentTimeMillis)
  const text = line === "lasts" ? "Still waiting for the database" : "Waiting for the database"
  if (line !== undefined) {
    const facts = line === "began" ? {} : yield* factsOf(waiting)
    yield* Effect.annotateLogs(Effect.logWarning(text), { reason, ...facts })
  }
  return waiting
})
