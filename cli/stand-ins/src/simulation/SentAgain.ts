import { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { Effect, Schedule } from "effect"

/**
 * Sends a booking again while the machine is too busy for it, once a second for a minute. The one before may have been stored, so the
 * request must have an id, or be a cancel.
 */
export const sentAgain = <A, E, R>(booking: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(booking, {
    while: (error) => error instanceof ServiceUnavailable,
    times: 60,
    schedule: Schedule.spaced("1 second")
  })
