import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { BlobId, EventDesign, StoredBlob } from "./EventDesign.ts"

export class EventDesignRepository extends Context.Service<EventDesignRepository>()("core/EventDesignRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    find: SqlSchema.findAll({
      Request: Id,
      Result: EventDesign,
      execute: (eventId) => sql`select bon_logo_blob_id from event_design where event_id = ${eventId}`
    }),
    /** Makes a stored file the logo on receipts; null for none. */
    setBonLogo: (eventId: bigint, blobId: string | null) =>
      sql`insert into event_design (event_id, bon_logo_blob_id) values (${eventId}, ${blobId}::uuid)
        on conflict (event_id) do update set bon_logo_blob_id = excluded.bon_logo_blob_id`,
    insertBlob: (eventId: bigint, id: string, { data, mime_type }: StoredBlob) =>
      sql`insert into blob (event_id, id, mime_type, data) values (${eventId}, ${id}::uuid, ${mime_type}, ${data})`,
    removeBlob: (eventId: bigint, id: string) => sql`delete from blob where event_id = ${eventId} and id = ${id}::uuid`,
    /** A file of any event. */
    findBlob: SqlSchema.findAll({
      Request: Schema.Struct({ id: BlobId }),
      Result: StoredBlob,
      execute: ({ id }) => sql`select mime_type, data from blob where id = ${id}::uuid`
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
