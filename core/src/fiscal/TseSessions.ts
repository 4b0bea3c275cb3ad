import { Context, DateTime, type Duration, Effect, Layer, Redacted, Schedule } from "effect"
import { tsePassword } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { type TseConnection, TseVendors } from "../tse/TseDevice.ts"
import * as DeviceSession from "./DeviceSession.ts"
import { signatureVerifierOf } from "./GenuineSignature.ts"
import { OrderSignatures, type Turn } from "./OrderSignatures.ts"
import { OverdueOrders } from "./OverdueOrders.ts"
import { countFailures } from "./SigningMetrics.ts"
import { TseCapacity } from "./TseCapacity.ts"
import { TseClients } from "./TseClients.ts"
import { endsWithinDays, recognise } from "./TseIdentity.ts"
import { TseOrphanRepository } from "./TseOrphanRepository.ts"
import { TseOrphans } from "./TseOrphans.ts"
import type { TseOutage } from "./TseOutage.ts"
import { NotOwner, type TseOwner } from "./TseOwner.ts"
import { type TseState, TseStateRepository } from "./TseStateRepository.ts"

/**
 * Pause before the queue is read again; shorter in simulations. Bookings send no notification, as that would cost half of their
 * throughput.
 */
export const SigningPoll = Context.Reference<Duration.Input>("core/reference/SigningPoll", {
  defaultValue: () => "250 millis"
})

/** The number of orders and polls after which orphans that could not be closed are read again. */
const orphanRounds = 40

/** The number of orders and polls after which a device that took no more clients is asked whether it has capacity. */
const capacityRounds = 8

/**
 * Orders that were booked while the device had no owner are signed all the same unless they are older than this. A
 * restart loses no signature, and after a longer absence the newest receipts don't wait for hours behind the oldest.
 */
const catchUpSeconds = 300

/** Connections to signing devices. Each has one `DeviceSession`, which lives here from the first command to the last order. */
export class TseSessions extends Context.Service<TseSessions>()("core/TseSessions", {
  make: Effect.gen(function*() {
    const capacity = yield* TseCapacity
    const clients = yield* TseClients
    const closer = yield* TseOrphans
    const orphans = yield* TseOrphanRepository
    const overdue = yield* OverdueOrders
    const secrets = yield* Secrets
    const signatures = yield* OrderSignatures
    const states = yield* TseStateRepository
    const vendors = yield* TseVendors
    const poll = yield* SigningPoll

    const connect = Effect.fnUntraced(function*(owner: TseOwner, state: TseState) {
      const connection = yield* vendors.connect({
        type: state.type,
        url: state.ws_url,
        connectSeconds: state.ws_timeout,
        password: Redacted.make(yield* secrets.open(tsePassword(owner.eventId, owner.tseId), state.password))
      })
      yield* Effect.fromResult(recognise(state, connection.facts, yield* DateTime.now))
      yield* states.claim(owner, connection.facts.serial)
      return connection
    })

    /** Completes what the last connection left behind; afterwards the device is recorded as one that signs. */
    const prepare = Effect.fnUntraced(function*(opened: Session, state: TseState, outage: TseOutage) {
      const { connection, owner } = opened.device
      const session = yield* clients.refresh(yield* signatures.recover(opened))
      if ((yield* outage.seconds) >= state.limit_seconds) {
        yield* countFailures("outage", yield* overdue.failOfDevice(owner, catchUpSeconds))
      }
      yield* requireOwner(states.recordConnected(owner, connection.facts))
      const refusal = yield* outage.startRefusal
      if (refusal !== null) yield* states.recordCapacityFault(owner, refusal)
      yield* outage.connected
      yield* Effect.logInfo("A signing device is connected")
      return session
    })

    /** Signs the next order unless the device refuses to start transactions. */
    const signNext = Effect.fnUntraced(function*(before: Session, outage: TseOutage) {
      const { isAllowed, session } = yield* capacity.checkStart(before)
      const turn: Turn = isAllowed
        ? yield* Effect.tapErrorTag(signatures.signNext(session), "TseError", () => outage.orderFailed)
        : { outcome: "noOrder", session }
      const { startBackOff } = turn.session
      if (startBackOff !== null) yield* outage.startsRefused(startBackOff.reason)
      else if (turn.outcome === "deviceAnswered") yield* outage.end
      return { isIdle: startBackOff !== null || turn.outcome === "noOrder", session: turn.session }
    })

    const serve = Effect.fnUntraced(function*(prepared: Session, outage: TseOutage) {
      const { device } = prepared
      let session = prepared
      for (let round = 1;; round++) {
        if (round % orphanRounds === 0) {
          session = DeviceSession.withOrphans(session, yield* orphans.open(device.owner))
        }
        session = yield* closer.close(session)
        if (round % capacityRounds === 0) session = yield* capacity.checkClients(session)
        const next = yield* signNext(session, outage)
        session = next.session
        if (!next.isIdle) continue
        const state = yield* states.current(device.owner)
        if (state.status === "disabled") return yield* clients.deregisterAll(device)
        if (state.revision !== device.revision || state.status !== "active") return
        yield* Effect.raceFirst(Effect.sleep(poll), device.connection.lost)
      }
    })

    /** Signs until the record changes; fails with the error that ended the connection. */
    const run = Effect.fn("TseSessions.run")(function*(owner: TseOwner, state: TseState, outage: TseOutage) {
      const connection = yield* connect(owner, state)
      const opened = DeviceSession.open(
        {
          owner,
          connection,
          revision: state.revision,
          verifies: signatureVerifierOf(connection.facts),
          outSeconds: outage.seconds
        },
        { orphans: yield* orphans.open(owner), lastNumber: state.last_transaction },
        yield* outage.startRefusal
      )
      yield* Effect.forkScoped(warnOfCertificate(connection))
      yield* serve(yield* prepare(opened, state, outage), outage)
    }, Effect.scoped)

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([OrderSignatures.layer, OverdueOrders.layer, TseCapacity.layer, TseClients.layer, TseOrphans.layer]),
    Layer.provide([TseOrphanRepository.layer, TseStateRepository.layer])
  )
}

type Session = DeviceSession.DeviceSession

const requireOwner = <E, R>(stored: Effect.Effect<boolean, E, R>) =>
  Effect.filterOrFail(stored, (isStored) => isStored, () => new NotOwner())

const warnOfCertificate = ({ facts }: TseConnection) =>
  Effect.flatMap(DateTime.now, (now) => {
    const days = endsWithinDays(facts.certificateEnd, now)
    return days === null
      ? Effect.void
      : Effect.logWarning(`The certificate of the signing device ends within ${days} days`)
  }).pipe(Effect.repeat(Schedule.spaced("12 hours")))
