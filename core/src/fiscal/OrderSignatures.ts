import { Context, Effect, Layer, Result } from "effect"
import { processType } from "../tse/ProcessData.ts"
import { type TransactionEnd, TseError } from "../tse/TseDevice.ts"
import * as DeviceSession from "./DeviceSession.ts"
import { processData } from "./OrderProcessData.ts"
import * as Signature from "./Signature.ts"
import { countFailures } from "./SigningMetrics.ts"
import { SigningRepository, type WaitingOrder } from "./SigningRepository.ts"
import { SigningSteps } from "./SigningSteps.ts"
import { TseCapacity } from "./TseCapacity.ts"
import { type DeviceAnswer, TseClients } from "./TseClients.ts"
import { uptimeSeconds } from "./TseOutage.ts"
import type { TseOwner } from "./TseOwner.ts"

/** How the signing loop fared with one order, and the session after it. */
export interface Turn {
  readonly session: Session
  /**
   * `deviceAnswered`: it works, whatever became of the order. `deviceNotAsked`: the order was failed without it, or is no longer
   * this device's. `noOrder`: none waits, or all that wait are of tills that are backed off.
   */
  readonly outcome: "deviceAnswered" | "deviceNotAsked" | "noOrder"
}

type Session = DeviceSession.DeviceSession

const backOffTill = (session: Session, tillId: bigint) =>
  Effect.map(uptimeSeconds, (now) => DeviceSession.tillRefused(session, tillId, now))

/** Has a device sign orders, one after the other. Errors that concern the whole device are stored and fail as `TseError`. */
export class OrderSignatures extends Context.Service<OrderSignatures>()("core/OrderSignatures", {
  make: Effect.gen(function*() {
    const capacity = yield* TseCapacity
    const clients = yield* TseClients
    const jobs = yield* SigningRepository
    const steps = yield* SigningSteps

    /** An order waits without limit while its device works. */
    const waitOf = Effect.fnUntraced(function*({ outSeconds, owner }: DeviceSession.ConnectedTse, orderId: bigint) {
      const unusableSeconds = yield* outSeconds
      if (unusableSeconds === 0) return Signature.unlimited
      const wait = yield* jobs.waitOf(owner, orderId)
      return { ...wait, waitedSeconds: Math.min(wait.waitedSeconds, unusableSeconds) }
    })

    /** Decides on the device's answer and stores the result. Fails with errors after which the connection is given up. */
    const conclude = Effect.fnUntraced(function*<A>(
      { answer, session }: DeviceAnswer<A>,
      job: Signature.SigningJob,
      decide: (answer: Result.Result<A, TseError>, wait: Signature.OrderWait) => Signature.SigningStep,
      startedAt: number
    ) {
      const { device } = session
      const durationSeconds = (yield* uptimeSeconds) - startedAt
      const step = decide(answer, Result.isSuccess(answer) ? Signature.unlimited : yield* waitOf(device, job.orderId))
      const progress = yield* steps.settle(device.owner, session.transactions, job, step, durationSeconds)
      if (step.kind === "invalidSignature") return yield* wrongSignature()
      const stored = DeviceSession.withTransactions(session, progress.transactions)
      if (Result.isSuccess(answer)) return { progress, session: stored }
      const reaction = Signature.reactionTo(answer.failure)
      // A finish that is sent again is sent on the next connection.
      if (step.kind === "resend" || reaction === "reconnect" || reaction === "stop") return yield* answer.failure
      const backedOff = yield* backOffTill(stored, BigInt(job.clientId))
      return {
        progress,
        session: reaction === "backOffStarts" ? yield* capacity.startRefused(backedOff, answer.failure) : backedOff
      }
    })

    /** @param startedAt in seconds of `uptimeSeconds` */
    const finish = Effect.fnUntraced(function*(
      session: Session,
      job: Signature.SigningJob,
      resent: boolean,
      startedAt: number
    ) {
      const { connection, owner, verifies } = session.device
      const sent = resent ? job : yield* steps.advance(owner, job, "finish_sent")
      const answered = yield* clients.ask(session, sent.clientId, connection.finish(endOf(sent)))
      const concluded = yield* conclude(
        answered,
        sent,
        (answer, wait) =>
          Signature.verified(
            Signature.afterFinish(sent, answer, resent, wait),
            (signature) => verifies(sent, signature)
          ),
        startedAt
      )
      return concluded.session
    })

    const sign = Effect.fnUntraced(function*(session: Session, claimed: Signature.SigningJob) {
      const { connection, owner } = session.device
      const job = yield* steps.advance(owner, claimed, "start_sent")
      const startedAt = yield* uptimeSeconds
      const started = yield* conclude(
        yield* clients.ask(session, job.clientId, connection.start(job.clientId)),
        job,
        (answer, wait) => Signature.afterStart(job, answer, wait),
        startedAt
      )
      if (started.progress.kind === "finished") return started.session
      return yield* finish(yield* capacity.startAccepted(started.session), started.progress.job, false, startedAt)
    })

    const fail = Effect.fnUntraced(function*(
      owner: TseOwner,
      orderId: bigint,
      reason: Signature.FailureReason,
      message: string
    ) {
      if (!(yield* jobs.failUnclaimed(owner, orderId, reason))) return
      yield* countFailures(reason, 1)
      yield* Effect.logWarning(`The order ${orderId} has no signature: ${message}`)
    })

    /** The device refused to register a till: the till moves or waits, and an order that has waited too long fails. */
    const tillRefused = Effect.fnUntraced(
      function*(session: Session, { order_id, till_id }: WaitingOrder, error: TseError) {
        const { owner } = session.device
        const reaction = Signature.reactionTo(error)
        if (reaction === "reconnect" || reaction === "stop") return yield* error
        const refused = error.kind === "client_limit"
          ? yield* capacity.clientRefused(session, till_id, error)
          : { session, hasMoved: false }
        if (refused.hasMoved) return refused.session
        yield* Effect.logWarning(`The signing device does not register the till ${till_id}: ${error.message}`)
        const { limitSeconds, waitedSeconds } = yield* jobs.waitOf(owner, order_id)
        if (waitedSeconds >= limitSeconds) {
          yield* fail(owner, order_id, `device_error:${error.code ?? error.kind}`, error.message)
        }
        return yield* backOffTill(refused.session, till_id)
      }
    )

    /** Registers the order's till if the device does not know it; fails when the error concerns the whole device. */
    const registered = Effect.fnUntraced(function*(before: Session, order: WaitingOrder) {
      const client = String(order.till_id)
      if (before.registered.has(client)) return { session: before, isRegistered: true }
      const { answer, session } = yield* clients.register(before, client)
      return Result.isSuccess(answer)
        ? { session, isRegistered: true }
        : { session: yield* tillRefused(session, order, answer.failure), isRegistered: false }
    })

    /** Signs the next order, if one waits; an order that was claimed is completed even when the process is stopped. */
    const signNext = Effect.fnUntraced(function*(before: Session) {
      const { owner, revision } = before.device
      const backedOff = DeviceSession.backedOffTills(before, yield* uptimeSeconds)
      const order = yield* jobs.next({ backedOff, owner, revision })
      if (order === undefined) return turn("noOrder", before)
      const data = dataOf(order)
      if (Result.isFailure(data)) {
        yield* fail(owner, order.order_id, "bad_process_data", data.failure.message)
        return turn("deviceNotAsked", before)
      }
      const { isRegistered, session } = yield* registered(before, order)
      if (!isRegistered) return turn("deviceAnswered", session)
      const job = yield* jobs.claim(owner, order, processType, data.success)
      return job === undefined
        ? turn("deviceNotAsked", session)
        : turn("deviceAnswered", yield* sign(session, job))
    }, Effect.uninterruptible)

    /** Completes the jobs that were pending when the last connection ended. */
    const recover = Effect.fnUntraced(function*(before: Session) {
      const { owner } = before.device
      let session = before
      for (const job of yield* jobs.pending(owner)) {
        const recovery = Signature.recover(job)
        if (recovery.kind === "finish") session = yield* finish(session, job, recovery.resent, yield* uptimeSeconds)
        else {
          const { transactions } = yield* steps.settle(owner, session.transactions, job, recovery, 0)
          session = DeviceSession.withTransactions(session, transactions)
        }
      }
      return session
    }, Effect.uninterruptible)

    /** Ends pending jobs without asking the device. */
    const end = (decide: (job: Signature.SigningJob) => Signature.SigningStep) =>
      Effect.fnUntraced(function*(owner: TseOwner) {
        for (const job of yield* jobs.pending(owner)) {
          yield* steps.settle(owner, DeviceSession.noTransactions, job, decide(job), 0)
        }
      }, Effect.uninterruptible)

    return {
      /** Ends the pending jobs of a device that has been unusable for as long as orders may wait. */
      giveUp: end(Signature.giveUp),
      /** Ends the pending jobs of a disabled device, so that another signs those that this one can't have signed. */
      reassign: end(Signature.reassign),
      recover,
      signNext
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([SigningRepository.layer, SigningSteps.layer, TseCapacity.layer, TseClients.layer])
  )
}

const turn = (outcome: Turn["outcome"], session: Session): Turn => ({ outcome, session })

const endOf = (job: Signature.SigningJob): TransactionEnd => ({
  number: job.transaction?.number ?? 0n,
  clientId: job.clientId,
  processType: job.processType,
  processData: job.processData
})

/** Stops a device whose signatures are invalid: each further order would fail, while another device could sign it. */
const wrongSignature = () =>
  new TseError({
    kind: "device_defect",
    code: null,
    text: "The device gave a signature that does not verify",
    outcomeKnown: true,
    scope: "device",
    retry: "never"
  })

const dataOf = (order: WaitingOrder) =>
  processData({
    orderType: order.order_type,
    paymentMethod: order.payment_method,
    currency: order.currency,
    cashMovements: order.settings.cash_movements,
    lines: order.totals.map((total, line) => ({ total, taxType: order.tax_types[line] ?? null }))
  })
