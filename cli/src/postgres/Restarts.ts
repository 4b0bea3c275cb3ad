import { Clock, Context, Duration, Effect } from "effect"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** So many times within `period` PostgreSQL is started again when it ended by itself; then something is wrong with it. */
export const mostRestarts = 5

/** In milliseconds. */
export const period = 10 * 60_000

/** What is done after an end. `recent` are the ends that count for the next one, in milliseconds, this one the last. */
export type AfterEnd =
  | { readonly kind: "again"; readonly recent: ReadonlyArray<number>; readonly pauseSeconds: number }
  | { readonly kind: "giveUp"; readonly recent: ReadonlyArray<number> }

/** Decides what is done about an end that came now: the first of several may be an accident, so it is followed by a start at once. */
export const afterEnd = (earlier: ReadonlyArray<number>, now: number): AfterEnd => {
  const recent = [...earlier.filter((at) => at > now - period), now]
  return recent.length > mostRestarts
    ? { kind: "giveUp", recent }
    : { kind: "again", recent, pauseSeconds: recent.length - 1 }
}

/** How long a pause of so many seconds takes; tests wait less. */
export const RestartPause = Context.Reference<(seconds: number) => Duration.Duration>("cli/RestartPause", {
  defaultValue: () => Duration.seconds
})

/**
 * Runs it again after each end, and gives up with an error when there were too many. A run that fails counts as an end as well:
 * what ended it may be over in a moment.
 *
 * @param first how it ended the first time
 * @param run ends with how it ended
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
