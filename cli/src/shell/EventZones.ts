import { Effect } from "effect"
import { listedEvents } from "../views/ListedEvent.ts"

/** The time zones of all events by their numbers. */
export const eventZones = Effect.map(
  listedEvents,
  (events) => new Map(events.map(({ id, time_zone }) => [id, time_zone]))
)
