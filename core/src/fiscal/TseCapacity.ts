import { Context, Effect, Layer } from "effect"
import type { TseError } from "../tse/TseDevice.ts"
import * as DeviceSession from "./DeviceSession.ts"
import { assign } from "./TillAssignment.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import { TseClients } from "./TseClients.ts"
import { TseOrphanRepository } from "./TseOrphanRepository.ts"
import { uptimeSeconds } from "./TseOutage.ts"
import type { TseOwner } from "./TseOwner.ts"
import { TseStateRepository } from "./TseStateRepository.ts"

type Session = DeviceSession.DeviceSession

/** Moves the till to the best of the other healthy devices that may sign for it; returns whether there was one. */
const moveAway = Effect.fnUntraced(function*(
  tills: TillTseRepository["Service"],
  { eventId, tseId }: TseOwner,
  tillId: bigint
) {
  const others = (yield* tills.free).filter(({ faulty, id }) => id !== tseId && !faulty)
  const [better] = assign(yield* tills.placed(eventId, tillId), others)
  if (better === undefined || !(yield* tills.move(better, tseId))) return false
  yield* Effect.logInfo(`The till ${tillId} moves to the signing device ${better.tseId}, which has capacity`)
  return true
})

const backOffStarts = (session: Session, reason: string) =>
  Effect.map(uptimeSeconds, (now) => DeviceSession.startsRefused(session, reason, now))

/** Devices that take no more clients or start no more transactions, and the tills of such devices. */
export class TseCapacity extends Context.Service<TseCapacity>()("core/TseCapacity", {
  make: Effect.gen(function*() {
    const clients = yield* TseClients
    const orphans = yield* TseOrphanRepository
    const states = yield* TseStateRepository
    const tills = yield* TillTseRepository

    /** Once the device works without limits, its record has no fault. */
    const recordCapacity = (session: Session) =>
      DeviceSession.hasCapacity(session)
        ? Effect.as(states.clearCapacityFault(session.device.owner), session)
        : Effect.succeed(session)

    return {
      /**
       * The device takes no more clients, even after unknown ones were deregistered. The till moves to a healthy device that
       * is not full; it stays if there is none or this device has signed for it.
       */
      clientRefused: Effect.fn("TseCapacity.clientRefused")(
        function*(session: Session, tillId: bigint, { message }: TseError) {
          const { owner } = session.device
          if (session.clientLimit === null) yield* states.recordCapacityFault(owner, message)
          return { session: DeviceSession.clientsRefused(session), hasMoved: yield* moveAway(tills, owner, tillId) }
        }
      ),

      /** The device has too many open transactions: new starts are retried at intervals. */
      startRefused: Effect.fn("TseCapacity.startRefused")(function*(session: Session, { message }: TseError) {
        if (session.startBackOff === null) {
          yield* Effect.logWarning(`A signing device starts no transaction: ${message}`)
          yield* states.recordCapacityFault(session.device.owner, message)
        }
        return yield* backOffStarts(session, message)
      }),

      /** The device started a transaction. */
      startAccepted: (session: Session) =>
        session.startBackOff === null ? Effect.succeed(session) : recordCapacity(DeviceSession.startsAccepted(session)),

      /** Whether a start may be sent now: not while open transactions are left that are known and can be closed. */
      checkStart: Effect.fnUntraced(function*(session: Session) {
        if (session.startBackOff === null) return { session, isAllowed: true }
        const { reason, until } = session.startBackOff
        if ((yield* uptimeSeconds) < until) return { session, isAllowed: false }
        const { owner } = session.device
        const current = DeviceSession.withOrphans(session, yield* orphans.open(owner))
        const isAllowed = (yield* orphans.countNumbered(owner)) === 0
        return { session: isAllowed ? current : yield* backOffStarts(current, reason), isAllowed }
      }),

      /** Asks a device that refused a client whether it has fewer now. */
      checkClients: Effect.fn("TseCapacity.checkClients")(function*(session: Session) {
        if (session.clientLimit === null) return session
        const listed = yield* clients.refresh(session)
        return DeviceSession.hasFreeClientSlot(listed)
          ? yield* recordCapacity(DeviceSession.clientsAccepted(listed))
          : listed
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([TillTseRepository.layer, TseClients.layer, TseOrphanRepository.layer, TseStateRepository.layer])
  )
}
