import { Context, Effect, Layer, Predicate, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { logFailure } from "../sql/Outages.ts"
import type { StartedTransaction } from "../tse/TseDevice.ts"
import type { TseMemory } from "./ConnectedTse.ts"
import { explain, messageOf, type SigningJob, type SigningStage, type SigningStep } from "./Signature.ts"
import { countAlarm, countFailures, countSignature } from "./SigningMetrics.ts"
import { SigningRepository } from "./SigningRepository.ts"
import { TseOrphanRepository } from "./TseOrphanRepository.ts"
import { NotOwner } from "./TseOwner.ts"

/** What a device answered is stored also when the database is away for a minute, or nobody would know that it signed. */
export const keepStoring = {
  times: 120,
  schedule: Schedule.spaced("500 millis"),
  while: ({ isRetryable, reason }: SqlError.SqlError) => isRetryable || isShuttingDown(reason.cause)
}

/** SQLSTATE class 57P: the database is being stopped or is starting. */
const isShuttingDown = (cause: unknown) => Predicate.hasProperty(cause, "code") && String(cause.code).startsWith("57P")

/** Stores how far an order has come, as long as the one who asks owns its device. */
export class SigningSteps extends Context.Service<SigningSteps>()("core/SigningSteps", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const jobs = yield* SigningRepository
    const orphans = yield* TseOrphanRepository

    /** The first number after unanswered starts shows which numbers those may have got, if any. */
    const started = Effect.fnUntraced(function*(device: TseMemory, job: SigningJob, transaction: StartedTransaction) {
      const { owner } = device
      const lost = device.orphans.filter((orphan) => orphan.transaction_number === null)
      const explained = explain(device.lastNumber, transaction.number, lost.length)
      const store = jobs.started(owner, job, transaction)
      const note = explained.numbers.length > 0 ? orphans.found(owner, explained.numbers) : orphans.neverBegun(owner)
      yield* must(
        lost.length === 0
          ? store
          : sql.withTransaction(Effect.tap(store, (isMine) => isMine ? Effect.asVoid(note) : Effect.void))
      )
      if (lost.length > 0) device.orphans = yield* orphans.open(owner)
      if (explained.backwards) {
        yield* Effect.logError(`The signing device counts anew: ${transaction.number} after ${device.lastNumber}`)
        yield* countAlarm(owner, "backwards")
      }
      if (explained.strange > 0) {
        yield* Effect.logError(`Somebody else began ${explained.strange} transactions at the signing device`)
        yield* countAlarm(owner, "strangers")
      }
      device.lastNumber = transaction.number
      return { ...job, stage: "started" as const, transaction }
    })

    /** Returns the job in its new state, or null when there is no more to do about it. */
    const settle = Effect.fnUntraced(function*(
      device: TseMemory,
      job: SigningJob,
      step: SigningStep,
      durationSeconds: number
    ) {
      const { owner } = device
      switch (step.kind) {
        case "keep":
          return job
        case "started":
          return yield* started(device, job, step.transaction)
        case "done":
          yield* must(jobs.done(owner, job, step.signature, durationSeconds))
          yield* countSignature(owner, durationSeconds)
          return null
        case "invalidSignature":
          yield* must(jobs.invalidSignature(owner, job, step.signature))
          yield* countFailures("bad_signature", 1)
          yield* countAlarm(owner, "bad_signature")
          yield* Effect.logError(`The order ${job.orderId} has no signature: ${messageOf("bad_signature")}`)
          return null
        case "again":
          yield* must(jobs.again(owner, job, step.orphan))
          break
        case "failed":
          yield* must(jobs.failed(owner, job, step.reason, step.orphan))
          yield* countFailures(step.reason, 1)
          yield* Effect.logWarning(`The order ${job.orderId} has no signature: ${messageOf(step.reason)}`)
      }
      if (step.orphan !== null) device.orphans = yield* orphans.open(owner)
      return null
    })

    return {
      settle,
      /** What the device is sent next is stored before it is sent. */
      advance: (device: TseMemory, job: SigningJob, stage: SigningStage) =>
        Effect.as(must(jobs.advance(device.owner, job, stage)), { ...job, stage })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Stores the result, or fails as `NotOwner` when ownership was lost. */
const must = <R>(stored: Effect.Effect<boolean, SqlError.SqlError, R>) =>
  stored.pipe(
    Effect.tapCause((cause) =>
      logFailure(
        { kind: "round", name: "signing" },
        cause,
        Effect.logWarning("What a signing device answered could not be stored", cause)
      )
    ),
    Effect.retry(keepStoring),
    Effect.filterOrFail((isStored) => isStored, () => new NotOwner())
  )
