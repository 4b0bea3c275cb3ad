import { Context, Effect, Layer, Result } from "effect"
import { processType } from "../tse/ProcessData.ts"
import { type TransactionEnd, TseError } from "../tse/TseDevice.ts"
import { type ConnectedTse, heldTills, hold } from "./ConnectedTse.ts"
import { processData } from "./OrderProcessData.ts"
import * as Signature from "./Signature.ts"
import { countFailures } from "./SigningMetrics.ts"
import { SigningRepository, type WaitingOrder } from "./SigningRepository.ts"
import { SigningSteps } from "./SigningSteps.ts"
import { TseCapacity } from "./TseCapacity.ts"
import { TseClients } from "./TseClients.ts"
import { uptimeSeconds } from "./TseOutage.ts"
import type { TseOwner } from "./TseOwner.ts"

/** Has a device sign orders, one after the other. What harms the device is stored and fails as `TseError`. */
export class OrderSignatures extends Context.Service<OrderSignatures>()("core/OrderSignatures", {
  make: Effect.gen(function*() {
    const clients = yield* TseClients
    const jobs = yield* SigningRepository
    const room = yield* TseCapacity
    const steps = yield* SigningSteps

    const patienceWith = Effect.fnUntraced(function*(device: ConnectedTse, orderId: bigint) {
      const outSeconds = yield* device.outSeconds
      if (outSeconds === 0) return Signature.unlimited
      const patience = yield* jobs.patience(device.owner, orderId)
      return { ...patience, waitedSeconds: Math.min(patience.waitedSeconds, outSeconds) }
    })

    /** Decides on the device's answer and stores the result; returns the job when there is more to do about it. */
    const conclude = Effect.fnUntraced(function*<A>(
      device: ConnectedTse,
      job: Signature.SigningJob,
      answer: Result.Result<A, TseError>,
      decide: (answer: Result.Result<A, TseError>, patience: Signature.Patience) => Signature.SigningStep,
      begun: number
    ) {
      const durationSeconds = (yield* uptimeSeconds) - begun
      const patience = Result.isSuccess(answer) ? Signature.unlimited : yield* patienceWith(device, job.orderId)
      const step = decide(answer, patience)
      const left = yield* steps.settle(device, job, step, durationSeconds)
      if (step.kind === "invalidSignature") return yield* wrongSignature()
      if (Result.isSuccess(answer)) return left
      yield* hold(device, BigInt(job.clientId))
      const reaction = Signature.reactionTo(answer.failure)
      if (reaction === "hold_starts") yield* room.noStart(device, answer.failure)
      // A finish that is kept is sent again with the next connection.
      if (step.kind === "keep" || reaction === "connect" || reaction === "stop") return yield* answer.failure
      return null
    })

    const finish = Effect.fnUntraced(function*(
      device: ConnectedTse,
      job: Signature.SigningJob,
      resent: boolean,
      begun: number
    ) {
      const sent = resent ? job : yield* steps.advance(device, job, "finish_sent")
      const answer = yield* clients.ask(device, sent.clientId, device.connection.finish(endOf(sent)))
      yield* conclude(
        device,
        sent,
        answer,
        (given, patience) =>
          Signature.verified(
            Signature.afterFinish(sent, given, resent, patience),
            (signature) => device.verifies(sent, signature)
          ),
        begun
      )
    })

    const sign = Effect.fnUntraced(function*(device: ConnectedTse, claimed: Signature.SigningJob) {
      const job = yield* steps.advance(device, claimed, "start_sent")
      const begun = yield* uptimeSeconds
      const answer = yield* clients.ask(device, job.clientId, device.connection.start(job.clientId))
      const started = yield* conclude(
        device,
        job,
        answer,
        (given, patience) => Signature.afterStart(job, given, patience),
        begun
      )
      if (started === null) return
      yield* room.started(device)
      yield* finish(device, started, false, begun)
    })

    const refuse = Effect.fnUntraced(function*(
      device: ConnectedTse,
      orderId: bigint,
      reason: Signature.FailureReason,
      why: string
    ) {
      if (!(yield* jobs.refuse(device.owner, orderId, reason))) return
      yield* countFailures(reason, 1)
      yield* Effect.logWarning(`The order ${orderId} has no signature: ${why}`)
    })

    /** A till that the device does not take waits; its orders fail when they have waited long enough. */
    const notTaken = Effect.fnUntraced(
      function*(device: ConnectedTse, { order_id, till_id }: WaitingOrder, error: TseError) {
        const reaction = Signature.reactionTo(error)
        if (reaction === "connect" || reaction === "stop") return yield* error
        if (error.kind === "client_limit" && (yield* room.noClient(device, till_id, error))) return false
        yield* hold(device, till_id)
        yield* Effect.logWarning(`The signing device does not take the till ${till_id}: ${error.message}`)
        const { limitSeconds, waitedSeconds } = yield* jobs.patience(device.owner, order_id)
        if (waitedSeconds >= limitSeconds) {
          yield* refuse(device, order_id, `device_error:${error.code ?? error.kind}`, error.message)
        }
        return false
      }
    )

    const isKnown = Effect.fnUntraced(function*(device: ConnectedTse, order: WaitingOrder) {
      const client = String(order.till_id)
      if (device.known.has(client)) return true
      return yield* clients.register(device, client).pipe(
        Effect.as(true),
        Effect.catchTag("TseError", (error) => notTaken(device, order, error))
      )
    })

    /**
     * Signs the next order, if one waits; an order that was taken up is seen to its end. Says whether the device answered to it,
     * it passed without the device, or none waits.
     */
    const signNext = Effect.fnUntraced(function*(device: ConnectedTse) {
      const { owner, revision } = device
      const order = yield* jobs.next({ owner, revision, held: yield* heldTills(device) })
      if (order === undefined) return "idle"
      const data = dataOf(order)
      if (Result.isFailure(data)) {
        yield* refuse(device, order.order_id, "bad_process_data", data.failure.message)
        return "passed"
      }
      if (!(yield* isKnown(device, order))) return "answered"
      const job = yield* jobs.claim(owner, order, processType, data.success)
      if (job === null) return "passed"
      yield* sign(device, job)
      return "answered"
    }, Effect.uninterruptible)

    /** Recovers the jobs that were pending when the last connection ended. */
    const recover = Effect.fnUntraced(function*(device: ConnectedTse) {
      for (const job of yield* jobs.pending(device.owner)) {
        const recovery = Signature.recover(job)
        if (recovery.kind !== "finish") yield* steps.settle(device, job, recovery, 0)
        else yield* finish(device, job, recovery.resent, yield* uptimeSeconds)
      }
    }, Effect.uninterruptible)

    /** Ends pending jobs without asking the device. */
    const end = (decide: (job: Signature.SigningJob) => Signature.SigningStep) =>
      Effect.fnUntraced(function*(owner: TseOwner) {
        const memory = { owner, orphans: [], lastNumber: null }
        for (const job of yield* jobs.pending(owner)) yield* steps.settle(memory, job, decide(job), 0)
      }, Effect.uninterruptible)

    return {
      /** Of a device that could not be asked for as long as orders may wait. */
      giveUp: end(Signature.giveUp),
      /** Of a device that is out of use. */
      reassign: end(Signature.reassign),
      recover,
      signNext
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const endOf = (job: Signature.SigningJob): TransactionEnd => ({
  number: job.transaction?.number ?? 0n,
  clientId: job.clientId,
  processType: job.processType,
  processData: job.processData
})

/** A device that signs wrongly is stopped: every order that it is given fails, and another device would sign it. */
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
