import { type DateTime, Result } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { isRepeated } from "../journal/RepeatedRequest.ts"
import { terminalRules } from "./TerminalRules.ts"

/**
 * Whether a movement of cash may be booked that no `request_id` tells from a repeated one. `before` is when the same person last booked
 * the same amount with the same wristband.
 */
export const bookableAgain = (
  before: DateTime.Utc | undefined,
  now: DateTime.Utc
): Result.Result<void, InvalidArgument> =>
  isRepeated(before, now) ? refuse(terminalRules.booked_just_now) : Result.succeed(undefined)
