import { Context, type Effect, identity } from "effect"

/** Lets effects pass as they come, or each when it is its turn. */
type Turn = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * The order in which concurrent bookings load their data and are stored: as they arrive. In a simulation
 * each waits for those before it, so that its books are the same each time.
 */
export const BookingTurns = Context.Reference<{ readonly load: Turn; readonly store: Turn }>(
  "core/reference/BookingTurns",
  { defaultValue: () => ({ load: identity, store: identity }) }
)
