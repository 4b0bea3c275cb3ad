import { Cause, Context, Effect, Layer, Schedule } from "effect"
import { within } from "../sql/Deadline.ts"
import { AuditLogRepository } from "./AuditLogRepository.ts"
import { Tally } from "./Tally.ts"

/** A call with a valid token that was refused. */
export interface RefusedCall {
  /** The name of the endpoint, as `api.group.endpoint`. */
  readonly call: string
  /** The caller in the back office. */
  readonly userId: bigint | null
  readonly terminalId: bigint | null
  /** The node that the request names; null if it names none. */
  readonly nodeId: bigint | null
  /** The message that the caller got. */
  readonly reason: string
}

/** A sign-in with a tag that was refused at a terminal. */
interface RefusedSignIn {
  readonly terminalId: bigint
  /** The node of the terminal. */
  readonly nodeId: bigint
  /** The user whose tag it is; null if it belongs to no user. */
  readonly userId: bigint | null
  /** The message that was shown. */
  readonly reason: string
}

/**
 * An audit entry that takes longer to write (milliseconds) is given up, so that a stopping server does not wait for its
 * database.
 */
const inTime = within(3_000, () => new Cause.TimeoutError())

/**
 * Largest numbers of different callers' calls, and of users at terminals, that are logged separately within a minute.
 */
const mostDistinct = { calls: 500, signIns: 200 }

/**
 * Reports refused attempts: refused calls to the server's log, refused sign-ins at terminals to the audit log as well.
 * Each is reported once a minute with the number of attempts, so that a program that keeps trying fills neither log.
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

    // An entry that can't be written is only logged. Kept for later it could block the queue for ever.
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
          Effect.annotateLogs(Effect.logWarning("A refused sign-in could not be written to the audit log", cause), {
            user: shown(userId),
            terminal: shown(terminalId),
            reason,
            count
          })
      )

    /** Reports everything noted since the last flush. */
    const flush = Effect.gen(function*() {
      const refusedCalls = calls.take()
      const refusedSignIns = signIns.take()
      for (const { count, first } of refusedCalls.counted) yield* logCall(first, count)
      yield* logBeyond("calls", refusedCalls.beyond)
      for (const { count, first } of refusedSignIns.counted) yield* writeSignIn(first, count)
      yield* logBeyond("sign-ins", refusedSignIns.beyond)
    }).pipe(Effect.withSpan("Refusals.flush"))

    /** Flushes once a minute, and at the end of the scope. */
    const flushForever = Effect.andThen(
      Effect.addFinalizer(() => flush),
      Effect.forkScoped(Effect.repeat(flush, Schedule.spaced("1 minute")))
    )

    return { flush, flushForever, noteCall, noteSignIn }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(AuditLogRepository.layer))
}

// Loggers print JSON, which has no bigint.
const shown = (id: bigint | null) => id === null ? null : String(id)

const logBeyond = (what: string, count: number) =>
  count === 0 ? Effect.void : Effect.annotateLogs(Effect.logWarning(`More ${what} were refused`), { count })
