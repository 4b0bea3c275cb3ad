import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { terminalIdleDays } from "../organisation/Session.ts"

/** Sessions of terminals, by the hash of their token. One that was not used for too long is over. */
export class TerminalSessionRepository
  extends Context.Service<TerminalSessionRepository>()("core/TerminalSessionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const isInUse = sql`last_seen > now() - make_interval(days => ${terminalIdleDays})`
      return {
        /** The event and terminal that a token belongs to; undefined when it belongs to none. */
        find: Effect.fnUntraced(function*(sessionHash: Uint8Array) {
          const [row] = yield* sql<{ event_id: bigint; id: bigint }>`
            select event_id, id from terminal where session_hash = ${sessionHash} and ${isInUse}`
          return row === undefined ? undefined : { eventId: row.event_id, terminalId: row.id }
        }),
        /** The hashes of all that may go on, as many as `most`, the last used first. */
        hashes: (most: number) =>
          Effect.map(
            sql<{ session_hash: Uint8Array }>`
              select session_hash from terminal where session_hash is not null and ${isInUse}
              order by last_seen desc limit ${most}`,
            (rows) => rows.map((row) => row.session_hash)
          )
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
