import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { Slice } from "./TimeSeries.ts"

/** What was sold at some tills of an event from one moment up to another. */
const SoldAt = Schema.Struct({
  eventId: Id,
  tillIds: Schema.Array(Id),
  from: Schema.DateTimeUtcFromDate,
  to: Schema.DateTimeUtcFromDate,
  /** Ascending. */
  dayEnds: Schema.Array(Schema.DateTimeUtcFromDate)
})

/** Sums over what was booked. */
export class RevenueRepository extends Context.Service<RevenueRepository>()("core/RevenueRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Sales however they were paid, with what cancels took back. */
    sold: SqlSchema.findAll({
      Request: SoldAt,
      Result: Slice,
      execute: ({ dayEnds, eventId, from, tillIds, to }) =>
        sql`select date_bin('15 minutes', ordr.booked_at, 'epoch') as quarter,
            width_bucket(ordr.booked_at, ${dayEnds}::timestamptz[]) as day,
            sum(line.quantity) as pieces, sum(line.total_price) as revenue
          from ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
          where ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
            and ordr.order_type in ('sale', 'cancel_sale') and ordr.till_id = any(${tillIds}::bigint[])
          group by quarter, day order by quarter, day`
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
