import { Effect } from "effect"
import { ServiceUnavailable } from "../base/Refusal.ts"

/** Attempts to decide one request, the first and three more, while others change the data it relies on. */
const attempts = 4

/** The outcome of one attempt to load, decide and store; a refusal is a failure. */
export type Attempt<A> = { readonly kind: "decided"; readonly answer: A } | Overtaken

/** Others have changed the data that the attempt relied on, so nothing was stored. */
export interface Overtaken {
  readonly kind: "overtaken"
  /** Whether it counts as an attempt. */
  readonly isCounted: boolean
}

export const decided = <A>(answer: A): Attempt<A> => ({ kind: "decided", answer })

export const overtaken: Overtaken = { kind: "overtaken", isCounted: true }

/**
 * Only the configuration was changed. That does not count, as dozens of tills that open at once change it in a row; the time limit
 * of the request holds all the same.
 */
export const reconfigured: Overtaken = { kind: "overtaken", isCounted: false }

/** Loads, decides and stores again until nothing changes in between; fails as `ServiceUnavailable` after four counted attempts. */
export const decideAgain = <A, E, R>(
  attempt: Effect.Effect<Attempt<A>, E, R>
): Effect.Effect<A, E | ServiceUnavailable, R> =>
  Effect.gen(function*() {
    let left = attempts
    while (left > 0) {
      const outcome = yield* attempt
      if (outcome.kind === "decided") return outcome.answer
      if (outcome.isCounted) left--
    }
    return yield* new ServiceUnavailable()
  })
