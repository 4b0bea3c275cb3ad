import { Cause, Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { within } from "../sql/Deadline.ts"
import { keepGoing } from "../sql/Outages.ts"

/** A request of a terminal. */
export interface Heartbeat {
  readonly eventId: bigint
  readonly terminalId: bigint
  /** SHA-256 of its token in hexadecimal. */
  readonly session: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Time limit of a write, in milliseconds. After it the write is given up and its rows go with the next one. */
const timeoutMillis = 3_000

const inTime = within(timeoutMillis, () => new Cause.TimeoutError())

/**
 * When terminals last sent a request. Each request is noted in memory, and a batch is written every few seconds, so no
 * request waits for the write or for a database that is away. A killed process loses what it had not written.
 */
export class TerminalHeartbeats extends Context.Service<TerminalHeartbeats>()("core/TerminalHeartbeats", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    let heartbeats = new Map<string, Heartbeat>()

    const note = (heartbeat: Heartbeat) => {
      heartbeats.set(heartbeat.session, heartbeat)
    }

    /**
     * Skips a terminal that a change has locked, so neither waits; its next request is noted again. Also skips sessions
     * that have ended, and rows where another server noted a later request.
     */
    const write = (eventId: bigint, seen: ReadonlyArray<Heartbeat>) =>
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

    /** Writes the requests noted since the last time, event by event. What can't be written is kept for the next time. */
    const flush = Effect.suspend(() => {
      const noted = heartbeats
      heartbeats = new Map()
      const byEvent = Map.groupBy(noted.values(), ({ eventId }) => eventId)
      return Effect.forEach(byEvent, ([eventId, seen]) => write(eventId, seen), { discard: true }).pipe(
        Effect.onError(() =>
          Effect.sync(() => {
            heartbeats = new Map([...noted, ...heartbeats])
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
