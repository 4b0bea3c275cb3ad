import { Effect } from "effect"
import { eachInTurn } from "./InTurn.ts"
import { shifts } from "./Shifts.ts"
import { StoreTurn } from "./SimulatedBooks.ts"
import type { SiteClient, SiteFault } from "./SiteClient.ts"
import type { BookingStep, FaultKind, Step, StepKind } from "./Step.ts"
import { stepTurns } from "./StepTurns.ts"
import { bookingKeys, type Tick, ticks } from "./Ticks.ts"
import type { TillRequests } from "./TillRequests.ts"
import type { Venue } from "./Venue.ts"

/** How the steps of a festival reach an installation. */
export interface Performer<E, R> {
  readonly venue: Venue
  readonly requests: TillRequests
  readonly office: SiteClient
  readonly terminals: SiteClient
  readonly book: (step: BookingStep) => Effect.Effect<void, E, R>
  /** The card provider begins to lag, the signing device stops, or they recover. */
  readonly change: (kind: FaultKind) => Effect.Effect<void, E, R>
  /** Done when the steps of a tick are. */
  readonly endTick: Effect.Effect<void, E, R>
}

/** The number of steps of each kind. */
export type StepCounts = ReadonlyMap<StepKind, number>

/** Carries single steps out and counts them. */
export const stepsOf = <E, R>(performer: Performer<E, R>) => {
  const { book, change, requests, venue } = performer
  const { end, replaceTag, start } = shifts(venue, performer)
  const counts = new Map<StepKind, number>()

  const carryOut = (step: Step): Effect.Effect<unknown, E | SiteFault, R> => {
    switch (step.kind) {
      case "shiftStart":
        return start(step)
      case "shiftEnd":
        return end(step)
      case "lostTag":
        return Effect.tap(
          replaceTag(step, requests.wornBy(step.guest).pin),
          () => Effect.sync(() => requests.replace(step))
        )
      case "providerLags":
      case "providerRecovers":
      case "deviceStops":
      case "deviceRecovers":
        return change(step.kind)
      default:
        return book(step)
    }
  }

  const counted = (step: Step) =>
    // A step that waits for others takes the guest's wristband of the time at which it is carried out.
    Effect.tap(Effect.suspend(() => carryOut(step)), () =>
      Effect.sync(() => {
        counts.set(step.kind, (counts.get(step.kind) ?? 0) + 1)
      }))

  return { carryOut: counted, counts: counts as StepCounts }
}

/** Carries all steps out, tick by tick; the first that fails ends it. `begin` makes it the time of a tick. */
export const perform = Effect.fnUntraced(function*<E, R, E2>(
  performer: Performer<E, R>,
  steps: Iterable<Step>,
  begin: (tick: Tick) => Effect.Effect<void, E2>
) {
  const { carryOut, counts } = stepsOf(performer)
  for (const tick of ticks(steps)) {
    yield* begin(tick)
    yield* atOnce(tick.together, carryOut)
    for (const step of tick.others) yield* carryOut(step)
    yield* performer.endTick
  }
  return counts
})

/**
 * Carries out bookings at once, but for those with a key in common. Whatever numbers they get, they get in their order: orders are
 * stored in it, and entries, which get the accounts of their guests before that, follow each other.
 */
const atOnce = <E, R>(
  steps: ReadonlyArray<Step>,
  carryOut: (step: Step) => Effect.Effect<unknown, E, R>
) => {
  const [entryTurn, storeTurn] = [stepTurns(), stepTurns()]
  const entries = steps.filter(isEntry)
  return eachInTurn(steps, bookingKeys, (step, n) => {
    const alone = isEntry(step)
    const booking = alone ? entryTurn(entries.indexOf(step), { alone })(carryOut(step)) : carryOut(step)
    return Effect.provideService(booking, StoreTurn, storeTurn(n, { alone }))
  })
}

const isEntry = ({ kind }: Step): boolean => kind === "entry"
