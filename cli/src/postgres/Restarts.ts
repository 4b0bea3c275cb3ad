import { Clock, Context, Duration, Effect } from "effect"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The most restarts within `period`; after more, PostgreSQL is considered broken. */
export const mostRestarts = 5

/** In milliseconds. */
export const period = 10 * 60_000

/**
 * The reaction to an end. `recent` are the ends that count for the next decision, in milliseconds, including this one as
 * the last.
 */
export type AfterEnd =
  | { readonly kind: "again"; readonly recent: ReadonlyArray<number>; readonly pauseSeconds: number }
  | { readonly kind: "giveUp"; readonly recent: ReadonlyArray<number> }

/** Decides the reaction to an end. The first of several may be an accident, so PostgreSQL starts again at once. */
export const afterEnd = (earlier: ReadonlyArray<number>, now: number): AfterEnd => {
  const recent = [...earlier.filter((at) => at > now - period), now]
  return recent.length > mostRestarts
    ? { kind: "giveUp", recent }
    : { kind: "again", recent, pauseSeconds: recent.length - 1 }
}

/** The duration of a pause of the given seconds; tests shorten it. */
export const RestartPause = Context.Reference<(seconds: number) => Duration.Duration>("cli/reference/RestartPause", {
  defaultValue: () => Duration.seconds
})

/**
 * Repeats the run after each end, and fails when there were too many ends. A failed run counts as an end as well, because
 * its cause may be over soon.
 *
 * @param first the cause of the first end @param run returns the cause of its end
 */
export const restarting = Effect.fnUntraced(function*(
  first: EmbeddedPostgresError,
  run: Effect.Effect<EmbeddedPostgresError, EmbeddedPostgresError>
): Effect.fn.Return<never, EmbeddedPostgresError> {
  const pause = yield* RestartPause
  let { message } = first
  let earlier: ReadonlyArray<number> = []
  while (true) {
    const next = afterEnd(earlier, yield* Clock.currentTimeMillis)
    if (next.kind === "giveUp") {
      return yield* new EmbeddedPostgresError({
        message:
          `PostgreSQL ended by itself ${next.recent.length} times within ${period / 60_000} minutes and is not ` +
          `started again. The last time:\n${message}`
      })
    }
    earlier = next.recent
    yield* Effect.logWarning("PostgreSQL ended by itself and is started again", { message })
    yield* Effect.sleep(pause(next.pauseSeconds))
    message = (yield* Effect.catchTag(run, "EmbeddedPostgresError", Effect.succeed)).message
  }
})
