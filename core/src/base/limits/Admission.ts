import { Effect } from "effect"
import { ServiceUnavailable } from "../Refusal.ts"

/**
 * Limits how many calls may run or wait at once. Further calls are refused at once, before any work is done, and may
 * try again in a moment. In an unlimited queue all calls would wait until they time out.
 */
export const admission = (most: number) => {
  let inside = 0
  /** Whether another call would be refused now. */
  const isFull = () => inside >= most
  const enter = Effect.suspend(() => {
    if (isFull()) return Effect.fail(new ServiceUnavailable())
    inside++
    return Effect.void
  })
  const leave = Effect.sync(() => {
    inside--
  })
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | ServiceUnavailable, R> =>
    Effect.acquireUseRelease(enter, () => effect, () => leave)
  return { isFull, run }
}
