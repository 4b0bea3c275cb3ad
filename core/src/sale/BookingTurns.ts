import { Context, type Effect, identity } from "effect"

/** Lets effects pass as they come, or each when it is its turn. */
type Turn = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * How a booking takes its turn among those that are made at once, to load its data and to be stored: as it comes. A simulation has
 * each wait for those before it, so that its books are the same each time.
 */
export const BookingTurns = Context.Reference<{ readonly load: Turn; readonly store: Turn }>(
  "core/reference/BookingTurns",
  { defaultValue: () => ({ load: identity, store: identity }) }
)
