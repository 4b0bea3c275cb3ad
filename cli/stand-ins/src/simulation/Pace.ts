import { Clock, Duration, Effect } from "effect"

/** Milliseconds without a step after which tills are closed. */
const longestPause = 60 * 60_000

/** A moment of the festival, in milliseconds since its first midnight. */
interface Happening {
  readonly at: number
}

/** The steps with the milliseconds after the first one at which each is due, `speed` times as fast; nights are left out. */
export const paced = function*<S extends Happening>(steps: Iterable<S>, speed: number) {
  let before = Infinity
  let passed = 0
  for (const step of steps) {
    if (step.at > before && step.at - before < longestPause) passed += step.at - before
    before = step.at
    yield { step, due: passed / speed }
  }
}

/** Of a clock that is not set, in milliseconds. */
const uptime = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1_000_000)

/** Begins each step when it is due, or at once if that is over; with the work goes how late it is, in milliseconds, when asked. */
export const inTime = Effect.fnUntraced(function*<S extends Happening, E, R>(
  steps: Iterable<S>,
  speed: number,
  begin: (step: S, late: Effect.Effect<number>) => Effect.Effect<unknown, E, R>
) {
  const began = yield* uptime
  const since = Effect.map(uptime, (now) => now - began)
  for (const { due, step } of paced(steps, speed)) {
    const wait = due - (yield* since)
    if (wait > 1) yield* Effect.sleep(Duration.millis(wait))
    yield* begin(step, Effect.map(since, (now) => now - due))
  }
})
