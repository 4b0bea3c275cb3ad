import { Context, Effect, Layer } from "effect"
import type { TseError } from "../tse/TseDevice.ts"
import type { ConnectedTse } from "./ConnectedTse.ts"
import { assign } from "./TillAssignment.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import { TseClients } from "./TseClients.ts"
import { TseOrphanRepository } from "./TseOrphanRepository.ts"
import { uptimeSeconds } from "./TseOutage.ts"
import type { TseOwner } from "./TseOwner.ts"
import { TseStateRepository } from "./TseStateRepository.ts"

/** So long no start is sent to a device that has no room for another transaction. */
const startPauseSeconds = 2

/** The till goes to the next best device of its place that works; says whether it did. */
const moveAway = Effect.fnUntraced(function*(
  tills: TillTseRepository["Service"],
  { eventId, tseId }: TseOwner,
  tillId: bigint
) {
  const others = (yield* tills.free).filter(({ faulty, id }) => id !== tseId && !faulty)
  const [better] = assign(yield* tills.placed(eventId, tillId), others)
  if (better === undefined || !(yield* tills.move(better, tseId))) return false
  yield* Effect.logInfo(`The till ${tillId} goes to the signing device ${better.tseId}, which has room`)
  return true
})

/** What becomes of a device that takes no more clients, or no more transactions, and of its tills. */
export class TseCapacity extends Context.Service<TseCapacity>()("core/TseCapacity", {
  make: Effect.gen(function*() {
    const clients = yield* TseClients
    const orphans = yield* TseOrphanRepository
    const states = yield* TseStateRepository
    const tills = yield* TillTseRepository

    const clear = (device: ConnectedTse) =>
      device.clientLimit === null && device.startsHeld === null ? states.unfaulty(device.owner) : Effect.void

    return {
      /**
       * The device takes no more clients, even after unknown ones were deregistered. The till moves to a healthy device that
       * is not full; it stays if there is none or this device has signed for it. Returns whether it moved.
       */
      noClient: Effect.fn("TseCapacity.noClient")(function*(device: ConnectedTse, tillId: bigint, error: TseError) {
        if (device.clientLimit === null) yield* states.troubled(device.owner, error.message)
        device.clientLimit = device.clientCount
        return yield* moveAway(tills, device.owner, tillId)
      }),

      /** The device has too many open transactions: new starts are retried at intervals. */
      noStart: Effect.fn("TseCapacity.noStart")(function*(device: ConnectedTse, error: TseError) {
        if (device.startsHeld === null) {
          yield* Effect.logWarning(`A signing device begins no transaction: ${error.message}`)
          yield* states.troubled(device.owner, error.message)
        }
        yield* holdStarts(device, error.message)
      }),

      /** Whether the device may be sent a start: not while transactions are open that are known and can be closed. */
      mayStart: Effect.fnUntraced(function*(device: ConnectedTse) {
        if (device.startsHeld === null) return true
        const { until, why } = device.startsHeld
        if ((yield* uptimeSeconds) < until) return false
        device.orphans = yield* orphans.open(device.owner)
        if ((yield* orphans.unclosed(device.owner)) === 0) return true
        yield* holdStarts(device, why)
        return false
      }),

      /** It began a transaction. */
      started: Effect.fnUntraced(function*(device: ConnectedTse) {
        if (device.startsHeld === null) return
        device.startsHeld = null
        yield* clear(device)
      }),

      /** Looks whether a device that took no more clients has room again. */
      look: Effect.fn("TseCapacity.look")(function*(device: ConnectedTse) {
        if (device.clientLimit === null) return
        yield* clients.refresh(device)
        if (device.clientCount >= device.clientLimit) return
        device.clientLimit = null
        yield* clear(device)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const holdStarts = (device: ConnectedTse, why: string) =>
  Effect.map(uptimeSeconds, (now) => {
    device.startsHeld = { until: now + startPauseSeconds, why }
  })
