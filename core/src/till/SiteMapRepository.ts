import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { SiteCorners } from "./SiteMap.ts"
import type { DrawnPicture } from "./SiteMapDecision.ts"

const Row = Schema.Struct({ corners: SiteCorners, mime_type: Schema.String, picture: Schema.Uint8Array })

/** The pictures of events' sites. */
export class SiteMapRepository extends Context.Service<SiteMapRepository>()("core/SiteMapRepository", {
  make: Effect.map(PgClient.PgClient, (sql) => ({
    find: SqlSchema.findAll({
      Request: Id,
      Result: Row,
      execute: (eventId) => sql`select corners, mime_type, picture from site_map where event_id = ${eventId}`
    }),
    /** Returns the row unless the same was stored already. */
    store: (eventId: bigint, { bottom_left, data, mime_type, top_left, top_right }: SiteCorners & DrawnPicture) =>
      sql`insert into site_map (event_id, corners, mime_type, picture)
        values (${eventId}, ${sql.json({ top_left, top_right, bottom_left })}, ${mime_type}, ${data})
        on conflict (event_id) do update set corners = excluded.corners, mime_type = excluded.mime_type,
          picture = excluded.picture
        where (site_map.corners, site_map.mime_type, site_map.picture)
          is distinct from (excluded.corners, excluded.mime_type, excluded.picture)
        returning event_id`,
    /** Returns the removed row. */
    remove: (eventId: bigint) => sql`delete from site_map where event_id = ${eventId} returning event_id`
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
