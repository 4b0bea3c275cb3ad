import { Context, DateTime, Effect, FiberMap, Layer } from "effect"
import { Configuration } from "../base/Configuration.ts"
import { problem } from "../base/Rule.ts"
import { writtenSentence } from "../base/Sentence.ts"
import { organizerOf } from "../event/ShopEvent.ts"
import { readersOf } from "../event/ShopEvent.ts"
import { keepGoing, repeated } from "../sql/Outages.ts"
import { PresaleCheckIns } from "./PresaleCheckIns.ts"
import { dueWork, type PresaleWork } from "./PresaleReading.ts"
import { PresaleReadings } from "./PresaleReadings.ts"
import { presaleRules } from "./PresaleRules.ts"
import { type ImportingEvent, PresaleSourceRepository } from "./PresaleSourceRepository.ts"
import { PresaleWebhookRepository } from "./PresaleWebhookRepository.ts"
import { ShopError } from "./ShopConnection.ts"

/** Orders that one round reads because the shop reported a change. */
const perRound = 50

/** Pause of the work of an event after a failure that is not the shop's. */
const pauseAfterFault = "10 seconds"

/** Reads the ticket shops of events when it is time, and reports check-ins to them. */
export class PresaleWorker extends Context.Service<PresaleWorker>()("core/PresaleWorker", {
  make: Effect.gen(function*() {
    const checkIns = yield* PresaleCheckIns
    const notifications = yield* PresaleWebhookRepository
    const readings = yield* PresaleReadings
    const sources = yield* PresaleSourceRepository
    const { presaleIntervalSeconds } = yield* Configuration

    /** The organisers of ticket shops from which events import. */
    const organizers = Effect.map(sources.importing, (events) => [...new Set(events.map(organizerOf))].toSorted())

    /** Reads the orders of which the shop has reported a change, those first that wait longest. */
    const readReported = Effect.fnUntraced(function*(eventId: bigint) {
      for (const code of yield* notifications.waiting(eventId, perRound)) {
        // Those that arrive from here on may report a later change.
        const ids = yield* notifications.begin(eventId, code)
        yield* readings.readOrder(eventId, code)
        yield* notifications.finish(eventId, ids)
      }
    })

    const works = (eventId: bigint) => ({
      reading: warned(readings.read(eventId, false)),
      reported: warned(readReported(eventId)),
      checkIns: checkIns.pushAll(eventId)
    })

    /** Starts the work of an event that is due. Each kind runs beside the others, and once at a time. */
    const start = Effect.fnUntraced(
      function*(underWay: FiberMap.FiberMap<string>, event: ImportingEvent, now: DateTime.Utc) {
        for (const name of dueWork(event, presaleIntervalSeconds, now)) {
          const run = Effect.annotateLogs(kept(name, works(event.eventId)[name]), { event_id: event.eventId })
          yield* FiberMap.run(underWay, workOf(event.eventId, name), run, { onlyIfMissing: true })
        }
      }
    )

    /** Notes for an event that it must not import, as another one does. */
    const refuse = (event: ImportingEvent, now: DateTime.Utc) =>
      dueWork(event, presaleIntervalSeconds, now).includes("reading")
        ? sources.fail(event.eventId, writtenSentence(problem(presaleRules.shop_read_by_another, []).sentence))
        : Effect.void

    /** Does the work of all events of an organiser for as long as it runs. A slow or failing event delays none of the others. */
    const supervise = (organizer: string): Effect.Effect<void> =>
      Effect.scoped(Effect.gen(function*() {
        const underWay = yield* FiberMap.make<string>()
        const versions = new Map<bigint, string>()
        const round = Effect.gen(function*() {
          const now = yield* DateTime.now
          const events = (yield* sources.importing).filter((event) => organizerOf(event) === organizer)
          const { others, readers } = readersOf(events)
          yield* endPauses(underWay, versions, events)
          for (const event of others) yield* refuse(event, now)
          for (const event of readers) yield* start(underWay, event, now)
        })
        yield* repeated("presale", "The presale will be imported by the next try")(round, "1 second")
      }))

    return { organizers, prune: notifications.prune, supervise }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PresaleCheckIns.layer, PresaleReadings.layer]),
    Layer.provide([PresaleSourceRepository.layer, PresaleWebhookRepository.layer])
  )
}

/** Ends the pause of check-ins that failed with settings which have changed since; `versions` are those of the last round. */
const endPauses = Effect.fnUntraced(function*(
  underWay: FiberMap.FiberMap<string>,
  versions: Map<bigint, string>,
  events: ReadonlyArray<ImportingEvent>
) {
  for (const { checkInVersion, eventId } of events) {
    const before = versions.get(eventId)
    versions.set(eventId, checkInVersion)
    if (before !== undefined && before !== checkInVersion) {
      yield* FiberMap.remove(underWay, workOf(eventId, "checkIns"))
    }
  }
})

/** Names a kind of work of an event. */
const workOf = (eventId: bigint, name: PresaleWork) => `${eventId} ${name}`

const warned = <E, R>(work: Effect.Effect<unknown, ShopError | E, R>) =>
  Effect.catchIf(
    work,
    (error): error is ShopError => error instanceof ShopError,
    ({ message }) => Effect.logWarning(`The ticket shop could not be read: ${message}`)
  )

/** Work whose failure is logged and followed by a pause. */
const kept = <E, R>(name: string, work: Effect.Effect<unknown, E, R>) =>
  work.pipe(
    Effect.as(true),
    keepGoing("presale", `The presale of an event failed at: ${name}`, "Error"),
    Effect.tap((isDone) => isDone === true ? Effect.void : Effect.sleep(pauseAfterFault))
  )
