import { Context, DateTime, Effect, Layer, Redacted, Schedule } from "effect"
import { tsePassword } from "../organisation/SecretPlace.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { type TseConnection, TseVendors } from "../tse/TseDevice.ts"
import type { ConnectedTse } from "./ConnectedTse.ts"
import { signatureVerifierOf } from "./GenuineSignature.ts"
import { OrderSignatures } from "./OrderSignatures.ts"
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

/** How often the queue is polled. Bookings send no notification, as that would cost half of their throughput. */
const poll = "250 millis"

/** Orders and polls until it is looked for transactions that could not be closed before. */
const orphanRounds = 40

/** And until a device that took no more clients is asked whether it has room again. */
const roomRounds = 8

/**
 * Orders that were booked while the device had no owner are signed all the same unless they are older than this. A
 * restart loses no signature, and after a longer absence the newest receipts don't wait for hours behind the oldest.
 */
const catchUpSeconds = 300

/** One connection to a device, from the first command to the last order. */
export class TseSessions extends Context.Service<TseSessions>()("core/TseSessions", {
  make: Effect.gen(function*() {
    const clients = yield* TseClients
    const lost = yield* TseOrphans
    const orphans = yield* TseOrphanRepository
    const overdue = yield* OverdueOrders
    const room = yield* TseCapacity
    const secrets = yield* Secrets
    const signing = yield* OrderSignatures
    const states = yield* TseStateRepository
    const vendors = yield* TseVendors

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

    const ready = Effect.fnUntraced(function*(device: ConnectedTse, state: TseState, outage: TseOutage) {
      const { connection, owner } = device
      yield* signing.recover(device)
      yield* clients.refresh(device)
      if ((yield* outage.seconds) >= state.limit_seconds) {
        yield* countFailures("outage", yield* overdue.failOfDevice(owner, catchUpSeconds))
      }
      yield* must(states.connected(owner, connection.facts))
      const refused = yield* outage.startsRefused
      if (refused !== null) yield* states.troubled(owner, refused)
      yield* outage.connected
      yield* Effect.logInfo("A signing device is connected")
    })

    const serve = Effect.fnUntraced(function*(device: ConnectedTse, outage: TseOutage) {
      const { connection, owner, revision } = device
      for (let round = 1;; round++) {
        if (round % orphanRounds === 0) device.orphans = yield* orphans.open(owner)
        yield* lost.close(device)
        if (round % roomRounds === 0) yield* room.look(device)
        const next = (yield* room.mayStart(device))
          ? yield* Effect.tapErrorTag(signing.signNext(device), "TseError", () => outage.suspect)
          : "idle"
        if (device.startsHeld !== null) yield* outage.refuseStarts(device.startsHeld.why)
        else if (next !== "idle") {
          if (next === "answered") yield* outage.end
          continue
        }
        const state = yield* states.current(owner)
        if (state.status === "disabled") return yield* clients.leave(owner, connection)
        if (state.revision !== revision || state.status !== "active") return
        yield* Effect.raceFirst(Effect.sleep(poll), connection.lost)
      }
    })

    /** Signs until the record changes; fails with what ended the connection. */
    const run = Effect.fn("TseSessions.run")(function*(owner: TseOwner, state: TseState, outage: TseOutage) {
      const connection = yield* connect(owner, state)
      const heldBefore = yield* outage.startsRefused
      const device: ConnectedTse = {
        owner,
        connection,
        revision: state.revision,
        verifies: signatureVerifierOf(connection.facts),
        known: new Set(),
        clientCount: 0,
        clientLimit: null,
        startsHeld: heldBefore === null ? null : { until: 0, why: heldBefore },
        held: new Map(),
        orphans: yield* orphans.open(owner),
        lastNumber: state.last_transaction,
        outSeconds: outage.seconds
      }
      yield* Effect.forkScoped(warnOfCertificate(connection))
      yield* ready(device, state, outage)
      yield* serve(device, outage)
    }, Effect.scoped)

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const must = <E, R>(stored: Effect.Effect<boolean, E, R>) =>
  Effect.filterOrFail(stored, (isStored) => isStored, () => new NotOwner())

const warnOfCertificate = ({ facts }: TseConnection) =>
  Effect.flatMap(DateTime.now, (now) => {
    const days = endsWithinDays(facts.certificateEnd, now)
    return days === null
      ? Effect.void
      : Effect.logWarning(`The certificate of the signing device ends within ${days} days`)
  }).pipe(Effect.repeat(Schedule.spaced("12 hours")))
