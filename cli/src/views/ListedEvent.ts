import { Id } from "@wristbank/core/base/Id"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import { rootId } from "@wristbank/core/organisation/Node"
import { namePaths } from "@wristbank/core/organisation/NodeName"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { DateTime, Effect, Schema } from "effect"

/** An event as lists show it. */
export const ListedEvent = Schema.Struct({
  id: Id,
  /** Its name with those of the nodes above it. */
  name: Schema.String,
  /** Null for an event without dates. */
  starts: nullOr(Schema.DateTimeUtc),
  ends: nullOr(Schema.DateTimeUtc),
  time_zone: Schema.String,
  /** Whether it is archived: it can be read but not changed. */
  archived: Schema.Boolean
})
export type ListedEvent = typeof ListedEvent.Type

/** All events by name. */
export const listedEvents = Effect.gen(function*() {
  const nodes = yield* NodeRepository.use((repository) => repository.subtree(rootId))
  const events = yield* EventRepository.use((repository) => repository.list(nodes.map(({ id }) => id)))
  const paths = namePaths(nodes)
  const settingsOf = new Map(events.map(({ event_id, settings }) => [event_id, settings]))
  return nodes.flatMap(({ id, read_only }): ReadonlyArray<ListedEvent> => {
    const settings = settingsOf.get(id)
    if (settings === undefined) return []
    const { end_date: ends, start_date: starts, time_zone } = settings
    return [{ id, name: paths.get(id)!, starts, ends, time_zone, archived: read_only }]
  }).toSorted((a, b) => a.name < b.name ? -1 : 1)
}).pipe(Effect.orDie)

/** A moment at the place of an event, to the minute: `2026-07-10 16:00`. */
const momentAt = (at: DateTime.Utc | null, timeZone: string): string =>
  at === null
    ? ""
    : DateTime.formatIsoZoned(DateTime.setZoneNamedUnsafe(at, timeZone)).slice(0, 16).replace("T", " ")

/** The columns of a table of events, with times at the place of each. */
export const eventColumns: Readonly<Record<string, (event: ListedEvent) => string>> = {
  event: ({ id }) => String(id),
  name: ({ name }) => name,
  starts: ({ starts, time_zone }) => momentAt(starts, time_zone),
  ends: ({ ends, time_zone }) => momentAt(ends, time_zone),
  "time zone": ({ time_zone }) => time_zone,
  state: ({ archived }) => archived ? "archived" : ""
}
