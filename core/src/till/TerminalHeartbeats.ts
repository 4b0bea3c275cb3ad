import { Cause, Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { within } from "../sql/Deadline.ts"
import { keepGoing } from "../sql/Outages.ts"

/** A terminal that sent a request. */
export interface Sighting {
  readonly eventId: bigint
  readonly terminalId: bigint
  /** SHA-256 of its token in hexadecimal. */
  readonly session: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A write that takes longer, in milliseconds, is given up; what it was to write goes with the next. */
const timeoutMillis = 3_000

const inTime = within(timeoutMillis, () => new Cause.TimeoutError())

/**
 * When terminals were last heard of. Noted in memory with every request and written in a batch every few seconds, so that no
 * request waits for it and a database that is away is no concern of it. What a killed process had not written is lost.
 */
export class TerminalHeartbeats extends Context.Service<TerminalHeartbeats>()("core/TerminalHeartbeats", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    let sightings = new Map<string, Sighting>()

    const note = (sighting: Sighting) =>
      Effect.sync(() => {
        sightings.set(sighting.session, sighting)
      })

    /**
     * A terminal that a change has locked is left out, so that nobody waits for anybody: its next request tells again. A
     * session that has ended says nothing of its terminal, and another server may have heard of it later.
     */
    const write = (eventId: bigint, seen: ReadonlyArray<Sighting>) =>
      inTime(sql`
        update terminal set last_seen = seen.at
        from (
          select terminal.id, to_timestamp(seen.at / 1000.0) as at from terminal
            join unnest(
              ${seen.map(({ terminalId }) => terminalId)}::bigint[],
              ${seen.map(({ session }) => session)}::text[],
              ${seen.map(({ at }) => BigInt(at))}::bigint[]
            ) as seen (id, session, at)
              on seen.id = terminal.id and decode(seen.session, 'hex') = terminal.session_hash
          where terminal.event_id = ${eventId} and terminal.last_seen < to_timestamp(seen.at / 1000.0)
          for no key update of terminal skip locked
        ) as seen
        where terminal.event_id = ${eventId} and terminal.id = seen.id`)

    /** Writes what was noted since the last time, event by event. What can't be written now is kept. */
    const flush = Effect.suspend(() => {
      const noted = sightings
      sightings = new Map()
      const byEvent = Map.groupBy(noted.values(), ({ eventId }) => eventId)
      return Effect.forEach(byEvent, ([eventId, seen]) => write(eventId, seen), { discard: true }).pipe(
        Effect.onError(() =>
          Effect.sync(() => {
            sightings = new Map([...noted, ...sightings])
          })
        )
      )
    }).pipe(Effect.withSpan("TerminalHeartbeats.flush"))

    const often = Effect.repeat(
      keepGoing("last seen", "When terminals were last seen is written later")(flush),
      Schedule.spaced("10 seconds")
    )

    /** Writes every 10 seconds, and once more at the end of the scope. */
    const keepWriting = Effect.andThen(
      Effect.addFinalizer(() => Effect.ignore(flush)),
      Effect.forkScoped(often)
    )

    return { flush, keepWriting, note }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
