import { DateTime } from "effect"
import { hash } from "node:crypto"

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
