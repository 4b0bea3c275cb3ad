import { DateTime, Duration, Result } from "effect"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { cashRules } from "./CashRules.ts"

/**
 * How long the same movement of cash without a `request_id` is taken for the earlier one sent again. Published terminals send again by
 * themselves when an answer is late, within seconds; a person counts the money first.
 */
export const pause = Duration.seconds(10)

/**
 * Whether a movement of cash may be booked that no `request_id` tells from a repeated one. `before` is when the same person last booked
 * the same amount with the same wristband. A clock of another server may be ahead.
 */
export const bookableAgain = (
  before: DateTime.Utc | undefined,
  now: DateTime.Utc
): Result.Result<void, InvalidArgument> =>
  before !== undefined &&
    Math.abs(DateTime.toEpochMillis(now) - DateTime.toEpochMillis(before)) < Duration.toMillis(pause)
    ? refuse(cashRules.booked_just_now)
    : Result.succeed(undefined)
