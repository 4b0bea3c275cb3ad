import { DateTime, Duration, Effect, Redacted, Schedule } from "effect"
import { randomUUID } from "node:crypto"
import { festivalSteps } from "./FestivalSteps.ts"
import { inTurn } from "./InTurn.ts"
import { Latencies } from "./Latencies.ts"
import { inTime } from "./Pace.ts"
import { type StepCounts, stepsOf } from "./Performer.ts"
import type { FestivalSize } from "./Premises.ts"
import { SimulationProgress } from "./SimulationProgress.ts"
import { signInAt } from "./Site.ts"
import { siteBookings } from "./SiteBookings.ts"
import { SiteClient, type SiteFault } from "./SiteClient.ts"
import { guestKeys, tillKeys } from "./Ticks.ts"
import { tillRequests } from "./TillRequests.ts"
import { makeVenue } from "./Venue.ts"

/** An installation, and the session of a user who administers it. */
export interface LoadedSite {
  readonly administration: string
  readonly terminals: string
  readonly token: string
}

/** Makes a user of the event who counts its registers; returns how they sign in, as often as it takes. */
const makeCounter = Effect.fnUntraced(function*(office: SiteClient, eventId: number) {
  const at = (path: string) => `${path}?node_id=${eventId}`
  const login = `counter-${randomUUID()}`
  const password = randomUUID()
  const role = { name: "counter", privileges: ["node_administration", "cash_transport"], is_privileged: false }
  const role_ids = [yield* office.create(at("/user-roles"), role)]
  const user_id = yield* office.create(at("/users"), {
    login,
    display_name: "Counter of the simulation",
    description: null,
    password,
    user_tag_pin: null,
    user_tag_uid_hex: null
  })
  yield* office.post(at("/user-to-roles"), { user_id, role_ids, terminal_only: false })
  return { login, password: Redacted.make(password) }
})

/** What was carried out at an installation; durations in milliseconds, from the moment at which a step was due. */
export interface Loaded {
  readonly event: string
  readonly counts: StepCounts
  readonly seconds: number
  readonly latencies: Latencies
}

/**
 * Carries a festival out at a running installation, in an event of its own: over HTTP, `speed` times as fast as it happens. A till
 * does one thing at a time and a guest too; one who has to wait is late, and that counts. The first refusal ends it.
 */
export const loadTest = Effect.fnUntraced(
  function*({ administration, terminals: terminalApi, token }: LoadedSite, size: FestivalSize, speed: number) {
    const progress = yield* SimulationProgress
    const office = new SiteClient(administration, token)
    const terminals = new SiteClient(terminalApi)
    const today = DateTime.startOf(yield* DateTime.now, "day")
    const event = `Simulated Festival of ${DateTime.formatIso(yield* DateTime.now).slice(0, 19)}`
    const venue = yield* makeVenue({ office, terminals }, size, { name: event, start: today, hasCards: false }).pipe(
      progress.step("Setting the event up")
    )
    const requests = tillRequests(venue)
    const counting = new SiteClient(administration)
    const signIn = signInAt(counting, yield* makeCounter(office, venue.eventId))
    yield* signIn
    const { carryOut, counts } = stepsOf({
      venue,
      requests,
      office: counting,
      terminals,
      book: siteBookings(venue, requests, terminals),
      change: () => Effect.void,
      endTick: Effect.void
    })
    const latencies = new Latencies()
    const run = Effect.gen(function*() {
      const turns = yield* inTurn<SiteFault>()
      yield* inTime(festivalSteps(size), speed, (step, late) =>
        turns.begin(
          [...guestKeys(step), ...tillKeys(step)],
          Effect.andThen(carryOut(step), Effect.map(late, (millis) => latencies.add(millis)))
        ))
      yield* turns.end
      // Sessions of the office end after hours, and in real time a day takes half of one.
    }).pipe(Effect.raceFirst(Effect.repeat(Effect.delay(signIn, "1 hour"), Schedule.forever)))
    const [elapsed] = yield* Effect.timed(run).pipe(progress.step("Carrying the festival out"))
    return { event, counts, seconds: Duration.toSeconds(elapsed), latencies } satisfies Loaded
  },
  Effect.scoped
)
