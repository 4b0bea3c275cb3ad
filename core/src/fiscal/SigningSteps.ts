import { Context, Effect, Layer, Predicate, Schedule, type Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { logFailure } from "../sql/Outages.ts"
import type { StartedTransaction } from "../tse/TseDevice.ts"
import type { DeviceTransactions } from "./DeviceSession.ts"
import { explain, messageOf, type SigningJob, type SigningStage, type SigningStep } from "./Signature.ts"
import { countAlarm, countFailures, countSignature } from "./SigningMetrics.ts"
import { SigningRepository } from "./SigningRepository.ts"
import { TseOrphanRepository } from "./TseOrphanRepository.ts"
import { NotOwner, type TseOwner } from "./TseOwner.ts"

/** Results of a device are stored even if the database is away for a minute: no one else knows that the device signed. */
export const keepStoring = {
  times: 120,
  schedule: Schedule.spaced("500 millis"),
  while: ({ isRetryable, reason }: SqlError.SqlError) => isRetryable || isShuttingDown(reason.cause)
}

/** SQLSTATE class 57P: the database is being stopped or is starting. */
const isShuttingDown = (cause: unknown) => Predicate.hasProperty(cause, "code") && String(cause.code).startsWith("57P")

/** Whether there is more to do about a job, and what is known about the device's transactions after a step of it. */
type SigningProgress =
  | { readonly kind: "unfinished"; readonly job: SigningJob; readonly transactions: DeviceTransactions }
  | { readonly kind: "finished"; readonly transactions: DeviceTransactions }

/** Stores how far the signing of an order has come, as long as the caller owns the device. */
export class SigningSteps extends Context.Service<SigningSteps>()("core/SigningSteps", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const jobs = yield* SigningRepository
    const orphans = yield* TseOrphanRepository

    /** The first number after unanswered starts shows which numbers those may have got, if any. */
    const started = Effect.fnUntraced(function*(
      owner: TseOwner,
      { lastNumber, orphans: known }: DeviceTransactions,
      job: SigningJob,
      transaction: StartedTransaction
    ): Effect.fn.Return<SigningProgress, SqlError.SqlError | Schema.SchemaError | NotOwner> {
      const { number } = transaction
      const lostStarts = known.filter(({ transaction_number }) => transaction_number === null).length
      const explained = explain(lastNumber, number, lostStarts)
      const store = jobs.storeStart(owner, job, transaction)
      const explanation = explained.candidates.length > 0
        ? orphans.recordNumbers(owner, explained.candidates)
        : orphans.closeNeverStarted(owner)
      yield* storeOrLoseOwnership(
        lostStarts === 0
          ? store
          : sql.withTransaction(Effect.tap(store, (isStored) => isStored ? Effect.asVoid(explanation) : Effect.void))
      )
      if (explained.backwards) {
        yield* Effect.logError(`The signing device counts from the beginning again: ${number} after ${lastNumber}`)
        yield* countAlarm(owner, "backwards")
      }
      if (explained.foreign > 0) {
        yield* Effect.logError(`Unknown clients started ${explained.foreign} transactions at the signing device`)
        yield* countAlarm(owner, "strangers")
      }
      const transactions = { lastNumber: number, orphans: lostStarts > 0 ? yield* orphans.open(owner) : known }
      return { kind: "unfinished", job: { ...job, stage: "started", transaction }, transactions }
    })

    /** Stores a step; nothing is done in memory that was not stored. */
    const settle = Effect.fnUntraced(function*(
      owner: TseOwner,
      transactions: DeviceTransactions,
      job: SigningJob,
      step: SigningStep,
      durationSeconds: number
    ): Effect.fn.Return<SigningProgress, SqlError.SqlError | Schema.SchemaError | NotOwner> {
      const finished: SigningProgress = { kind: "finished", transactions }
      switch (step.kind) {
        case "resend":
          return { kind: "unfinished", job, transactions }
        case "started":
          return yield* started(owner, transactions, job, step.transaction)
        case "done":
          yield* storeOrLoseOwnership(jobs.storeSignature(owner, job, step.signature, durationSeconds))
          yield* countSignature(owner, durationSeconds)
          return finished
        case "invalidSignature":
          yield* storeOrLoseOwnership(jobs.storeInvalidSignature(owner, job, step.signature))
          yield* countFailures("bad_signature", 1)
          yield* countAlarm(owner, "bad_signature")
          yield* Effect.logError(`The order ${job.orderId} has no signature: ${messageOf("bad_signature")}`)
          return finished
        case "requeue":
          yield* storeOrLoseOwnership(jobs.requeue(owner, job, step.orphan))
          break
        case "failed":
          yield* storeOrLoseOwnership(jobs.fail(owner, job, step.reason, step.orphan))
          yield* countFailures(step.reason, 1)
          yield* Effect.logWarning(`The order ${job.orderId} has no signature: ${messageOf(step.reason)}`)
      }
      return step.orphan === null
        ? finished
        : { kind: "finished", transactions: { ...transactions, orphans: yield* orphans.open(owner) } }
    })

    return {
      settle,
      /** Stores the job's next stage; done before the request of that stage is sent. */
      advance: (owner: TseOwner, job: SigningJob, stage: SigningStage) =>
        Effect.as(storeOrLoseOwnership(jobs.advance(owner, job, stage)), { ...job, stage })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([SigningRepository.layer, TseOrphanRepository.layer])
  )
}

/** Stores a result, trying for a minute; fails as `NotOwner` when another process owns the device. */
const storeOrLoseOwnership = <R>(store: Effect.Effect<boolean, SqlError.SqlError, R>) =>
  store.pipe(
    Effect.tapCause((cause) =>
      logFailure(
        { kind: "round", name: "signing" },
        cause,
        Effect.logWarning("The result of a signing device could not be stored", cause)
      )
    ),
    Effect.retry(keepStoring),
    Effect.filterOrFail((isStored) => isStored, () => new NotOwner())
  )
