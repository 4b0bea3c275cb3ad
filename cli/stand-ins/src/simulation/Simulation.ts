import { CardStandIn } from "@wristbank/core/card/CardStandIn"
import * as Embedded from "@wristbank/core/Embedded"
import { CatalogueVersions } from "@wristbank/core/event/CatalogueVersions"
import { RollUp } from "@wristbank/core/journal/RollUp"
import { Installation } from "@wristbank/core/organisation/Installation"
import { PresaleFiles } from "@wristbank/core/presale/PresaleFiles"
import { BookingSummaries } from "@wristbank/core/sale/BookingSummaries"
import { PendingOrderSweeps } from "@wristbank/core/sale/PendingOrderSweeps"
import * as Database from "@wristbank/core/sql/Database"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { serve } from "@wristbank/http/server/main"
import { prefixes } from "@wristbank/http/server/Prefixes"
import { DateTime, Duration, Effect, Layer, type Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { type SimulatedProvider, simulatedProvider } from "./CardProvider.ts"
import { festivalSteps } from "./FestivalSteps.ts"
import { perform, type StepCounts } from "./Performer.ts"
import type { FestivalSize } from "./Premises.ts"
import { importTickets } from "./Presale.ts"
import { simulatedSigning } from "./Signing.ts"
import { withSimulatedBooks } from "./SimulatedBooks.ts"
import { SimulationProgress } from "./SimulationProgress.ts"
import { signInAt, SiteClient } from "./SiteClient.ts"
import type { BookingStep, FaultKind } from "./Step.ts"
import type { Tick } from "./Ticks.ts"
import { serviceBookings } from "./TillBookings.ts"
import { tillRequests } from "./TillRequests.ts"
import { millisPerDay } from "./Timetable.ts"
import { makeVenue, merchantCode } from "./Venue.ts"
import { type VirtualTime, virtualTime } from "./VirtualTime.ts"

const simulatedEvent = "Simulated Festival"

/** A database of the simulation's own, with the schema of this version and nothing in it. */
export interface SimulatedInstallation {
  /** Of the owner of its tables. */
  readonly databaseUrl: Redacted.Redacted
  readonly secretKey: Redacted.Redacted
  readonly administrator: { readonly login: string; readonly password: Redacted.Redacted }
}

/** The size of a festival, and midnight of its first day. */
export interface SimulatedDays {
  readonly size: FestivalSize
  readonly start: DateTime.Utc
}

/**
 * Fills a database with a festival, through the services and in virtual time, and passes what happened to `inspect` before that time
 * ends. The same size gives the same books: nothing depends on how long anything takes. Bookings are stored in the order of
 * their steps, and ids and uuids follow from that.
 */
export const simulate = Effect.fnUntraced(
  function*<A, E, R>(
    installation: SimulatedInstallation,
    days: SimulatedDays,
    inspect: (done: Simulated) => Effect.Effect<A, E, R>
  ) {
    const begin = DateTime.toEpochMillis(days.start)
    const owner = yield* Layer.build(Database.layer({ url: installation.databaseUrl, connections: 1 }))
    const time = yield* Effect.provideContext(virtualTime(begin - millisPerDay), owner)
    const provider = simulatedProvider()
    // The signing devices are on this machine.
    const settings = { deviceNetworks: ["127.0.0.1/32"] }
    const services = Layer.provideMerge(
      PresaleFiles.layer,
      Embedded.layer({ ...installation, clock: time.clock, settings })
    )
    return yield* carryOut(installation, days, { begin, provider, time }).pipe(
      Effect.flatMap(inspect),
      Effect.provide(services),
      withSimulatedBooks,
      Effect.provideService(TimeoutScale, 60),
      Effect.provideService(FetchHttpClient.Fetch, provider.fetch),
      Effect.provideService(CardStandIn, { eventName: simulatedEvent, merchantCode, url: provider.address })
    )
  },
  Effect.scoped
)

/** What was carried out. */
export interface Simulated {
  readonly eventId: bigint
  readonly counts: StepCounts
  /** Real seconds for the steps. */
  readonly seconds: number
}

interface Surroundings {
  /** Midnight of the first day, in milliseconds since 1970. */
  readonly begin: number
  readonly provider: SimulatedProvider
  readonly time: VirtualTime
}

const carryOut = Effect.fnUntraced(
  function*(installation: SimulatedInstallation, { size, start }: SimulatedDays, surroundings: Surroundings) {
    const { begin, provider, time } = surroundings
    const progress = yield* SimulationProgress
    const { administrator } = installation
    yield* (yield* Installation).install(administrator)
    const { common } = yield* serve({ host: "127.0.0.1", port: 0, docs: false })
    const office = new SiteClient(common + prefixes.administration)
    const terminals = new SiteClient(common + prefixes.terminal)
    const signIn = signInAt(office, administrator)
    yield* signIn
    const event = { name: simulatedEvent, start, hasCards: true }
    const venue = yield* makeVenue({ office, terminals }, size, event).pipe(progress.step("Setting the event up"))
    if (size.presale) yield* importTickets(size, venue.eventId).pipe(progress.step("Importing the tickets of the shop"))
    const signing = size.signing === true
      ? yield* simulatedSigning({
        ...installation,
        eventId: venue.eventId,
        office,
        tills: venue.tills.length + 1,
        time
      })
      : undefined
    const requests = tillRequests(venue, begin)
    const bookings = yield* serviceBookings(venue, requests, begin)
    const sweep = askAboutCards
    const performer = {
      venue,
      requests,
      office,
      terminals,
      book: (step: BookingStep) =>
        Effect.suspend(() => {
          provider.pay(step)
          return bookings(step)
        }),
      change: (kind: FaultKind) => {
        if (kind === "deviceStops") return signing?.stop ?? Effect.void
        if (kind === "deviceRecovers") return signing?.recover ?? Effect.void
        provider.setLag(kind === "providerLags")
        return kind === "providerLags" ? Effect.void : sweep
      },
      endTick: signing?.settle ?? Effect.void
    }
    const versions = yield* CatalogueVersions
    const beginTick = Effect.fnUntraced(function*(tick: Tick) {
      yield* time.set(begin + tick.at)
      // As a worker does.
      if (size.pricesChange === true) yield* versions.begin()
      // The office's session would end while it is not used for hours.
      if (hasShiftEnd(tick)) yield* signIn
    })
    const [elapsed, counts] = yield* Effect.timed(perform(performer, festivalSteps(size), beginTick)).pipe(
      progress.step("Carrying the festival out")
    )
    yield* sweep
    yield* performer.endTick
    yield* (yield* RollUp).advance()
    yield* (yield* BookingSummaries).advance()
    return { eventId: BigInt(venue.eventId), counts, seconds: Duration.toSeconds(elapsed) } satisfies Simulated
  }
)

const hasShiftEnd = ({ others }: Tick) => others.some((step) => step.kind === "shiftEnd")

/** Orders of one round, and rounds enough for a lag of an hour. */
const askAboutCards = Effect.gen(function*() {
  const { sweep } = yield* PendingOrderSweeps
  const now = yield* DateTime.now
  yield* Effect.orDie(Effect.repeat(sweep(now), { times: 40 }))
})
