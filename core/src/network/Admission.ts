import { Effect } from "effect"
import { ServiceUnavailable } from "../primitives/Refusal.ts"

/**
 * Lets so many run or wait at once; everybody else is asked at once to try again in a moment, before any work is done. A queue
 * without an end would only make all of them wait until their time is over.
 */
export const admission = (most: number) => {
  let inside = 0
  /** Whether whoever came now would be refused. */
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
