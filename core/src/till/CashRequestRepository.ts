import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Requests for cash at terminals, by the id that they carried. The event must be locked while they are read and stored. */
export class CashRequestRepository extends Context.Service<CashRequestRepository>()("core/CashRequestRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    find: (eventId: bigint, requestId: string) =>
      Effect.map(
        sql<{ request_hash: string; cash_register_id: bigint | null }>`
          select request_hash, cash_register_id from cash_request
          where event_id = ${eventId} and request_id = ${requestId}::uuid`,
        ([row]) => row && { hash: row.request_hash, registerId: row.cash_register_id }
      ),
    /** When a request with this content was last done. */
    lastDone: (eventId: bigint, hash: string) =>
      Effect.map(
        sql<{ created_at: DateTime.Utc }>`
          select created_at from cash_request where event_id = ${eventId} and request_hash = ${hash}
          order by created_at desc limit 1`,
        ([row]) => row?.created_at
      ),
    insert: (
      eventId: bigint,
      { at, hash, registerId, requestId }: {
        readonly requestId: string
        readonly hash: string
        readonly registerId: bigint | null
        readonly at: DateTime.Utc
      }
    ) =>
      sql`insert into cash_request (event_id, request_id, request_hash, cash_register_id, created_at)
        values (${eventId}, ${requestId}::uuid, ${hash}, ${registerId}::bigint, ${DateTime.formatIso(at)}::timestamptz)`
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
