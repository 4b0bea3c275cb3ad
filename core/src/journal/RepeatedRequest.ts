import { DateTime, Duration } from "effect"
import { hash } from "node:crypto"

/**
 * How long the same request without a `request_id` is taken for the earlier one sent again. Published terminals send again by themselves
 * when an answer is late, within seconds; a person who means it looks at the result first.
 */
const pause = Duration.seconds(10)

/** Whether a request is an earlier one sent again; `before` is when the same was last done. A clock of another server may be ahead. */
export const isRepeated = (before: DateTime.Utc | undefined, now: DateTime.Utc): boolean =>
  before !== undefined &&
  Math.abs(DateTime.toEpochMillis(now) - DateTime.toEpochMillis(before)) < Duration.toMillis(pause)

/**
 * The id of a request that came without one: of its content, and of when the same was last done. Of two that come at the same moment one
 * finds its id taken.
 */
export const idWithout = (contentHash: string, before: DateTime.Utc | undefined): string => {
  const digits = hash("sha256", `${contentHash} ${before === undefined ? "" : DateTime.toEpochMillis(before)}`)
  // A uuid of version 8, whose content is its maker's (RFC 9562, section 5.8).
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(12, 15)}`,
    `8${digits.slice(15, 18)}`,
    digits.slice(18, 30)
  ]
    .join("-")
}
