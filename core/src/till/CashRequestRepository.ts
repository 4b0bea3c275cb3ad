import { Context, Effect, Layer } from "effect"
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
    insert: (eventId: bigint, requestId: string, hash: string, registerId: bigint | null) =>
      sql`insert into cash_request (event_id, request_id, request_hash, cash_register_id)
        values (${eventId}, ${requestId}::uuid, ${hash}, ${registerId}::bigint)`
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
