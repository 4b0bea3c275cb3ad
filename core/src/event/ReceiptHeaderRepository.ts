import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"

/**
 * The receipt headers of an event, each with the time from which it applies: a receipt shows the header at the time of
 * its order.
 */
export class ReceiptHeaderRepository
  extends Context.Service<ReceiptHeaderRepository>()("core/ReceiptHeaderRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /** Stores a header from now on if it differs from the last one; the first header applies from the beginning. */
      store: SqlSchema.void({
        Request: Schema.Struct({
          eventId: Id,
          title: Schema.String,
          issuer: Schema.String,
          address: Schema.String,
          ust_id: Schema.String
        }),
        execute: ({ address, eventId, issuer, title, ust_id }) =>
          sql`insert into receipt_header (event_id, valid_from, title, issuer, address, ust_id)
            select ${eventId}, case when last.valid_from is null then '-infinity'
                else greatest(clock_timestamp(), last.valid_from + interval '1 microsecond') end,
              ${title}, ${issuer}, ${address}, ${ust_id}
            from (values (1)) one left join lateral (
              select * from receipt_header where event_id = ${eventId} order by valid_from desc limit 1
            ) last on true
            where last.valid_from is null
              or (last.title, last.issuer, last.address, last.ust_id) <> (${title}, ${issuer}, ${address}, ${ust_id})`
      })
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
