import { NewPayOut } from "@wristbank/core/sale/PayOut"
import { NewSale } from "@wristbank/core/sale/Sale"
import { NewTicketSale } from "@wristbank/core/sale/TicketSale"
import { NewTopUp } from "@wristbank/core/sale/TopUp"
import { DateTime, Duration, Effect, Redacted, Schedule, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { festivalSteps } from "./FestivalSteps.ts"
import { inTurn } from "./InTurn.ts"
import { inTime } from "./Pace.ts"
import { type StepCounts, stepsOf } from "./Performer.ts"
import type { FestivalSize } from "./Premises.ts"
import { SimulationProgress } from "./SimulationProgress.ts"
import { signInAt, SiteClient, type SiteFault } from "./SiteClient.ts"
import type { BookingStep } from "./Step.ts"
import { guestKeys, tillKeys } from "./Ticks.ts"
import { type TillRequests, tillRequests } from "./TillRequests.ts"
import { makeVenue, type Venue } from "./Venue.ts"

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

/** Durations in milliseconds, of which only a sample is kept when there are many. */
export class Latencies {
  private readonly kept: Array<number> = []
  private count = 0
  longest = 0

  add(millis: number): void {
    this.longest = Math.max(this.longest, millis)
    // Every tenth of many is enough for a share, and the memory of a load test of days stays small.
    if (this.count++ < 10_000 || this.count % 10 === 0) this.kept.push(millis)
  }

  /** The duration that a share of all stays below. */
  at(share: number): number {
    return this.kept.toSorted((a, b) => a - b)[Math.floor((this.kept.length - 1) * share)] ?? 0
  }
}

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

const Sold = Schema.Struct({ id: Schema.Int })

const toJson = {
  payOut: Schema.encodeSync(Schema.toCodecJson(NewPayOut)),
  sale: Schema.encodeSync(Schema.toCodecJson(NewSale)),
  ticketSale: Schema.encodeSync(Schema.toCodecJson(NewTicketSale)),
  topUp: Schema.encodeSync(Schema.toCodecJson(NewTopUp))
}

/** Carries bookings out over the terminal API, each with the token of its till's terminal. */
const siteBookings = (venue: Venue, requests: TillRequests, terminals: SiteClient) => {
  const clients = venue.tokens.map((token) => terminals.as(token))
  /** Ids of the orders of sales by their steps. */
  const sold = new Map<number, number>()

  return (step: BookingStep): Effect.Effect<unknown, SiteFault> => {
    const client = clients[step.till]!
    // The server knows these by their uuids; a cancel has none.
    const till = client.repeating
    switch (step.kind) {
      case "sale":
        return Effect.tap(
          till.ask("/order/book-sale", toJson.sale(requests.sale(step)), Sold),
          ({ id }) => Effect.sync(() => sold.set(step.n, id))
        )
      case "cupReturn":
        return till.post("/order/book-sale", toJson.sale(requests.cupReturn(step)))
      case "topUp":
        return till.post("/order/book-topup", toJson.topUp(requests.topUp(step)))
      case "payOut":
        return till.post("/order/book-payout", toJson.payOut(requests.payOut(step)))
      case "entry":
        return till.post("/order/book-ticket-sale", toJson.ticketSale(requests.entry(step)))
      case "cancel":
        return client.post(`/order/${sold.get(step.sale)}/cancel`)
    }
  }
}
