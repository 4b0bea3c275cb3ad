import { Cause, Context, Effect, Layer, Schedule } from "effect"
import { within } from "../sql/Deadline.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { Tally } from "./Tally.ts"

/** A call that somebody with a valid token may not make. */
export interface RefusedCall {
  /** Named `api.group.endpoint`. */
  readonly call: string
  /** In the back office. */
  readonly userId: bigint | null
  readonly terminalId: bigint | null
  /** Where it was made, as the request says; null where that names no node. */
  readonly nodeId: bigint | null
  /** The message that the caller got. */
  readonly reason: string
}

/** Somebody who held a tag to a terminal and may not sign in there. */
export interface RefusedSignIn {
  readonly terminalId: bigint
  /** Where the terminal lives. */
  readonly nodeId: bigint
  /** Whose tag it is; null: nobody's who works here. */
  readonly userId: bigint | null
  /** The message that they got. */
  readonly reason: string
}

/** An entry that takes longer to write, in milliseconds, is given up: a server that stops does not wait for its database. */
const inTime = within(3_000, () => new Cause.TimeoutError())

/** Callers with their calls, and people at terminals, that are logged one by one within a minute. */
export const mostDistinct = { calls: 500, signIns: 200 }

/**
 * Tells of those who try what they may not: of refused calls in the log of the server, of refused sign-ins at terminals in the
 * audit log as well. Once a minute, with how often it happened: a program that goes on trying must not fill either.
 */
export class Refusals extends Context.Service<Refusals>()("core/Refusals", {
  make: Effect.gen(function*() {
    const audit = yield* AuditLogRepository
    const calls = new Tally<RefusedCall>(mostDistinct.calls)
    const signIns = new Tally<RefusedSignIn>(mostDistinct.signIns)

    const noteCall = (refused: RefusedCall) =>
      Effect.sync(() => calls.note(`${refused.userId} ${refused.terminalId} ${refused.call}`, refused))

    const noteSignIn = (refused: RefusedSignIn) =>
      Effect.sync(() => signIns.note(`${refused.terminalId} ${refused.userId}`, refused))

    const logCall = (first: RefusedCall, count: number) =>
      Effect.annotateLogs(Effect.logWarning("A call was refused"), {
        call: first.call,
        user: shown(first.userId),
        terminal: shown(first.terminalId),
        node: shown(first.nodeId),
        reason: first.reason,
        count
      })

    // What can't be written goes to the log alone: kept until later, it could be in the way for ever.
    const writeSignIn = ({ nodeId, reason, terminalId, userId }: RefusedSignIn, count: number) =>
      Effect.catchCause(
        inTime(audit.insert({
          nodeId,
          logType: "terminal_sign_in_refused",
          userId: null,
          terminalId,
          content: { terminal_id: terminalId, user_id: userId, reason, count }
        })),
        (cause) =>
          Effect.annotateLogs(Effect.logWarning("A refused sign-in is not in the audit log", cause), {
            user: shown(userId),
            terminal: shown(terminalId),
            reason,
            count
          })
      )

    /** Tells what was noted since the last time. */
    const flush = Effect.gen(function*() {
      const refusedCalls = calls.take()
      const refusedSignIns = signIns.take()
      for (const { count, first } of refusedCalls.counted) yield* logCall(first, count)
      yield* logBeyond("calls", refusedCalls.beyond)
      for (const { count, first } of refusedSignIns.counted) yield* writeSignIn(first, count)
      yield* logBeyond("sign-ins", refusedSignIns.beyond)
    }).pipe(Effect.withSpan("Refusals.flush"))

    /** Tells once a minute, and once more at the end of the scope. */
    const flushForever = Effect.andThen(
      Effect.addFinalizer(() => flush),
      Effect.forkScoped(Effect.repeat(flush, Schedule.spaced("1 minute")))
    )

    return { flush, flushForever, noteCall, noteSignIn }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

// Loggers print JSON, which knows no bigint.
const shown = (id: bigint | null) => id === null ? null : String(id)

const logBeyond = (what: string, count: number) =>
  count === 0 ? Effect.void : Effect.annotateLogs(Effect.logWarning(`More ${what} were refused`), { count })
