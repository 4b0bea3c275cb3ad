import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { PictureHash } from "./ButtonPicture.ts"
import type { DrawnButtonPicture } from "./DrawnButtonPicture.ts"
import { StoredBlob } from "./EventDesign.ts"

/** The pictures of buttons. */
export class ButtonPictureRepository
  extends Context.Service<ButtonPictureRepository>()("core/ButtonPictureRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const has = (eventId: bigint, hash: string) =>
        Effect.map(
          sql`select 1 from button_picture where event_id = ${eventId} and hash = ${hash}`,
          (rows) => rows.length > 0
        )

      const count = (eventId: bigint) =>
        Effect.map(
          sql<{ count: number }>`select count(*)::int4 as count from button_picture where event_id = ${eventId}`,
          ([row]) => row!.count
        )

      /** A picture that is stored already counts as uploaded now. */
      const store = (eventId: bigint, { data, mime_type, picture }: DrawnButtonPicture) =>
        sql`insert into button_picture (event_id, hash, mime_type, data)
          values (${eventId}, ${picture.hash}, ${mime_type}, ${data})
          on conflict (event_id, hash) do update set stored_at = now()`

      /** Removes the pictures that no button has shown since yesterday. */
      const removeUnused = (eventId: bigint) =>
        sql`delete from button_picture picture
          where picture.event_id = ${eventId} and picture.stored_at < now() - interval '1 day' and not exists (
            select from till_button button
            where button.event_id = picture.event_id and button.picture_hash = picture.hash
          )`

      /** A picture of any event. */
      const find = SqlSchema.findAll({
        Request: Schema.Struct({ hash: PictureHash }),
        Result: StoredBlob,
        execute: ({ hash }) => sql`select mime_type, data from button_picture where hash = ${hash} limit 1`
      })

      /** The pictures of an event that buttons show, by their hash. */
      const shown = SqlSchema.findAll({
        Request: Id,
        Result: Schema.Struct({ hash: PictureHash, ...StoredBlob.fields }),
        execute: (eventId) =>
          sql`select hash, mime_type, data from button_picture picture where event_id = ${eventId} and exists (
            select from till_button button
            where button.event_id = picture.event_id and button.picture_hash = picture.hash
          ) order by hash`
      })

      return { count, find, has, removeUnused, shown, store }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
