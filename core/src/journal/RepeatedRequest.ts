import { DateTime, Duration } from "effect"

/**
 * How long the same request without a `request_id` is taken for the earlier one sent again. Published terminals send again by themselves
 * when an answer is late, within seconds; a person who means it looks at the result first.
 */
const pause = Duration.seconds(10)

/** Whether a request is an earlier one sent again; `before` is when the same was last done. A clock of another server may be ahead. */
export const isRepeated = (before: DateTime.Utc | undefined, now: DateTime.Utc): boolean =>
  before !== undefined &&
  Math.abs(DateTime.toEpochMillis(now) - DateTime.toEpochMillis(before)) < Duration.toMillis(pause)
