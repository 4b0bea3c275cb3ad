import { Context, Effect, Layer } from "effect"
import type { TseError } from "../tse/TseDevice.ts"
import { OrderSignatures } from "./OrderSignatures.ts"
import { OverdueOrders } from "./OverdueOrders.ts"
import { reactionTo } from "./Signature.ts"
import { countFailures } from "./SigningMetrics.ts"
import { keepStoring } from "./SigningSteps.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import type { TseRejected } from "./TseIdentity.ts"
import type { TseOutage } from "./TseOutage.ts"
import type { TseOwner } from "./TseOwner.ts"
import { type TseState, TseStateRepository } from "./TseStateRepository.ts"

/** Seconds after which an outage is logged as an error. */
const alarmSeconds = 30

/** Faults of a device, and its orders while it is unusable. */
export class TseOutages extends Context.Service<TseOutages>()("core/TseOutages", {
  make: Effect.gen(function*() {
    const history = yield* TillTseRepository
    const overdue = yield* OverdueOrders
    const signatures = yield* OrderSignatures
    const states = yield* TseStateRepository

    /** Fails orders that waited too long; runs beside the connection, so that one without answers keeps no order waiting. */
    const watch = Effect.fnUntraced(function*(owner: TseOwner, outage: TseOutage) {
      let isAlarmed = false
      while (true) {
        yield* Effect.sleep("1 second")
        const { limit_seconds } = yield* states.current(owner)
        const seconds = yield* outage.seconds
        if (seconds === 0) yield* states.recordContact(owner)
        else if (yield* outage.hasLasted(limit_seconds)) {
          const failed = yield* overdue.failOfDevice(owner)
          if (failed > 0) yield* states.recordFailed(owner)
          yield* countFailures("outage", failed)
        }
        if (seconds >= alarmSeconds && !isAlarmed) {
          yield* Effect.logError("A signing device has been out for 30 seconds")
        }
        isAlarmed = seconds >= alarmSeconds
      }
    })

    /** Records a fault. Pending jobs past the limit fail without asking the device. */
    const recordFault = Effect.fnUntraced(function*(
      owner: TseOwner,
      state: TseState,
      outage: TseOutage,
      fault: TseError | TseRejected
    ) {
      yield* outage.begin
      const reason = reasonOf(fault)
      if (yield* outage.isNewReason(reason)) yield* Effect.logWarning(`A signing device can't be used: ${reason}`)
      yield* isFinal(fault)
        ? states.recordStop(owner, fault.message, state.revision, isRefusal(fault)).pipe(
          // A refused password must be remembered: three tries block the device.
          Effect.retry(keepStoring),
          Effect.uninterruptible
        )
        : states.recordFault(owner, fault.message, fault._tag === "TseRejected" || fault.kind === "wrong_device")
      yield* failPending(owner, state, outage)
    })

    const failPending = Effect.fnUntraced(function*(owner: TseOwner, state: TseState, outage: TseOutage) {
      if ((yield* outage.seconds) >= state.limit_seconds) yield* signatures.giveUp(owner)
    })

    /** A decommissioned device can't deregister its tills any more, so the history records them as gone. */
    const decommission = Effect.fnUntraced(function*(owner: TseOwner) {
      yield* signatures.reassign(owner)
      yield* history.recordGone(owner.eventId, owner.tseId)
    })

    return { failPending, decommission, recordFault, watch }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([OrderSignatures.layer, OverdueOrders.layer, TillTseRepository.layer, TseStateRepository.layer])
  )
}

const isFinal = (fault: TseError | TseRejected) =>
  fault._tag === "TseRejected" ? fault.final : reactionTo(fault) === "stop"

const isRefusal = (fault: TseError | TseRejected) =>
  fault._tag === "TseError" && (fault.kind === "credentials_wrong" || fault.kind === "credentials_blocked")

/** The fault with its detail, for the log alone. */
const reasonOf = (fault: TseError | TseRejected) =>
  fault._tag === "TseError" && fault.detail !== undefined ? `${fault.message} (${fault.detail})` : fault.message
