import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { terminalIdleDays } from "../organisation/Session.ts"

/** Sessions of terminals by the hash of their token. A session expires when it was unused for too long. */
export class TerminalSessionRepository
  extends Context.Service<TerminalSessionRepository>()("core/TerminalSessionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const isInUse = sql`last_seen > now() - make_interval(days => ${terminalIdleDays})`
      return {
        /** The event and terminal of a token; `undefined` when there is no session with it. */
        find: Effect.fnUntraced(function*(sessionHash: Uint8Array) {
          const [row] = yield* sql<{ event_id: bigint; id: bigint }>`
            select event_id, id from terminal where session_hash = ${sessionHash} and ${isInUse}`
          return row === undefined ? undefined : { eventId: row.event_id, terminalId: row.id }
        }),
        /** The hashes of valid sessions, at most `most`, last used first. */
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
