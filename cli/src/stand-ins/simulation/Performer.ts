import { Effect } from "effect"
import { shifts } from "./Shifts.ts"
import type { SiteClient, SiteFault } from "./SiteClient.ts"
import type { BookingStep, Step, StepKind } from "./Step.ts"
import { type Tick, ticks } from "./Ticks.ts"
import type { TillRequests } from "./TillRequests.ts"
import type { Venue } from "./Venue.ts"

/** How the steps of a festival reach an installation. */
export interface Performer<E, R> {
  readonly venue: Venue
  readonly requests: TillRequests
  readonly office: SiteClient
  readonly terminals: SiteClient
  /** Makes it the time of a tick, or waits for it. */
  readonly begin: (tick: Tick) => Effect.Effect<void, E, R>
  readonly book: (step: BookingStep) => Effect.Effect<void, E, R>
  /** The card provider begins to lag, or recovers. */
  readonly change: (kind: "providerLags" | "providerRecovers") => Effect.Effect<void, E, R>
}

/** The number of steps of each kind. */
export type StepCounts = ReadonlyMap<StepKind, number>

/** Carries all steps out, minute by minute; the first that fails ends it. */
export const perform = Effect.fnUntraced(function*<E, R>(performer: Performer<E, R>, steps: Iterable<Step>) {
  const { begin, book, change, requests, venue } = performer
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
        return change(step.kind)
      default:
        return book(step)
    }
  }

  const counted = (step: Step) =>
    Effect.tap(carryOut(step), () =>
      Effect.sync(() => {
        counts.set(step.kind, (counts.get(step.kind) ?? 0) + 1)
      }))

  for (const tick of ticks(steps)) {
    yield* begin(tick)
    for (const batch of tick.batches) yield* Effect.forEach(batch, counted, { concurrency: "unbounded", discard: true })
    yield* Effect.forEach(tick.others, counted, { discard: true })
  }
  return counts as StepCounts
})
