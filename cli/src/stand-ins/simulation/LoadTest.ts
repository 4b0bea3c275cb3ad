import { prefixes } from "@wristbank/http/server/Prefixes"
import { DateTime, Duration, Effect, Redacted } from "effect"
import { signedInCalls } from "../../remote/SignIn.ts"
import { Progress } from "../../views/Progress.ts"
import { festivalSteps } from "./FestivalSteps.ts"
import { inTurn } from "./InTurn.ts"
import { Latencies } from "./Latencies.ts"
import { type StepCounts, stepsOf } from "./Performer.ts"
import type { FestivalSize } from "./Premises.ts"
import { siteBookings } from "./SiteBookings.ts"
import { SiteClient, SiteFault } from "./SiteClient.ts"
import { guestKeys, tillKeys } from "./Ticks.ts"
import { tillRequests } from "./TillRequests.ts"
import { makeVenue } from "./Venue.ts"

/** An installation, and the session of a user who administers it. */
export interface LoadedSite {
  readonly administration: string
  readonly terminals: string
  readonly token: string
}

/** Milliseconds without a step after which tills are closed. */
const longestPause = 60 * 60_000

/** The installation at which this account is signed in; all APIs must be at the common address. */
export const siteOf = Effect.fnUntraced(function*(folder: string, typed: string) {
  const { session } = yield* signedInCalls(folder, typed, 30)
  const common = session.api.endsWith(prefixes.administration)
    ? session.api.slice(0, -prefixes.administration.length)
    : yield* new SiteFault({
      message: `${session.server} has the administration API alone: sign in at the common address`
    })
  return {
    administration: session.api,
    terminals: common + prefixes.terminal,
    token: Redacted.value(session.token)
  } satisfies LoadedSite
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
 * does one thing at a time and a guest too; whoever has to wait is late, and that counts. The first refusal ends it.
 */
export const loadTest = Effect.fnUntraced(
  function*({ administration, terminals: terminalApi, token }: LoadedSite, size: FestivalSize, speed: number) {
    const progress = yield* Progress
    const office = new SiteClient(administration, token)
    const terminals = new SiteClient(terminalApi)
    const today = DateTime.startOf(yield* DateTime.now, "day")
    const event = `Simulated Festival of ${DateTime.formatIso(yield* DateTime.now).slice(0, 19)}`
    const venue = yield* makeVenue({ office, terminals }, size, { name: event, start: today, hasCards: false }).pipe(
      progress.step("Setting the event up")
    )
    const requests = tillRequests(venue)
    const { carryOut, counts } = stepsOf({
      venue,
      requests,
      office,
      terminals,
      book: siteBookings(venue, requests, terminals),
      change: () => Effect.void,
      endTick: Effect.void
    })
    const latencies = new Latencies()
    const run = Effect.gen(function*() {
      const turns = yield* inTurn<SiteFault>()
      const began = performance.now()
      let before = Infinity
      let passed = 0
      for (const step of festivalSteps(size)) {
        // Nights are left out.
        if (step.at > before && step.at - before < longestPause) passed += step.at - before
        before = step.at
        const due = began + passed / speed
        const wait = due - performance.now()
        if (wait > 1) yield* Effect.sleep(Duration.millis(wait))
        const timed = Effect.tap(carryOut(step), () => Effect.sync(() => latencies.add(performance.now() - due)))
        yield* turns.begin([...guestKeys(step), ...tillKeys(step)], timed)
      }
      yield* turns.end
    })
    const [elapsed] = yield* Effect.timed(run).pipe(progress.step("Carrying the festival out"))
    return { event, counts, seconds: Duration.toSeconds(elapsed), latencies } satisfies Loaded
  },
  Effect.scoped
)
