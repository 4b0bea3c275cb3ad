import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { largeReading } from "../sql/Snapshot.ts"
import { orderParts, OrdersInPart } from "./OrderParts.ts"
import { TakingsBy, TakingsSlice } from "./Takings.ts"

/** Selects the bookings at some tills of an event in a period. */
const BookedAt = Schema.Struct({
  eventId: Id,
  by: TakingsBy,
  from: Schema.DateTimeUtcFromDate,
  /** Not included. */
  to: Schema.DateTimeUtcFromDate,
  tillIds: Schema.Array(Id),
  /** Ascending; used for days only. */
  dayEnds: Schema.Array(Schema.DateTimeUtcFromDate)
})

/** The sums of `TakingsSums`, over orders as `ordr` with their lines as `line` and their products as `product`. */
export const takingsColumns =
  `coalesce(sum(line.total_price) filter (where ordr.order_type in ('sale', 'cancel_sale')), 0)::bigint as sales,
  coalesce(sum(line.total_price) filter (where ordr.order_type = 'ticket' and product.type <> 'topup'), 0)::bigint as tickets,
  coalesce(sum(line.total_price) filter (
    where ordr.order_type = 'top_up' or (ordr.order_type = 'ticket' and product.type = 'topup')
  ), 0)::bigint as top_ups,
  coalesce(sum(line.total_price) filter (where ordr.order_type = 'pay_out'), 0)::bigint as pay_outs,
  coalesce(sum(line.quantity) filter (
    where ordr.order_type in ('sale', 'cancel_sale') and product.type = 'user_defined'
  ), 0)::integer as pieces,
  coalesce(sum(line.quantity) filter (where product.type = 'ticket'), 0)::integer as entries`

/** The types of orders that are takings, or move money between guests and tills. */
export const takingsOrders = `('sale', 'cancel_sale', 'ticket', 'top_up', 'pay_out')`

/** Sums of bookings, divided in one way. */
export class TakingsRepository extends Context.Service<TakingsRepository>()("core/TakingsRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const parts = orderParts(sql, yield* OrdersInPart)
    const keyOf = (by: TakingsBy, dayEnds: ReadonlyArray<Date>) => {
      switch (by) {
        case "hour":
          return sql`date_bin('15 minutes', ordr.booked_at, 'epoch')`
        case "day":
          return sql`width_bucket(ordr.booked_at, ${dayEnds}::timestamptz[])`
        case "method":
          return sql`ordr.payment_method`
        case "product":
          return sql`line.product_id`
        case "till":
        case "node":
          return sql`ordr.till_id`
      }
    }
    const slices = SqlSchema.findAll({
      Request: BookedAt,
      Result: TakingsSlice,
      // Lines are summed by order type and product first: the sums of takings then concern few rows.
      execute: ({ by, dayEnds, eventId, from, tillIds, to }) =>
        sql`
            with line as (
              select key, event_id, order_type, product_id, sum(total_price) as total_price, sum(quantity) as quantity
              from ${parts.within({ eventId, from, to })} cross join lateral (
                select ${keyOf(by, dayEnds)} as key, ordr.event_id, ordr.order_type, line.product_id,
                  sum(line.total_price) as total_price, sum(line.quantity) as quantity
                from ${parts.lines}
                where ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
                  and ordr.order_type in ${sql.literal(takingsOrders)} and ordr.till_id + 0 = any(${tillIds}::bigint[])
                group by 1, ordr.event_id, ordr.order_type, line.product_id
              ) summed
              group by key, event_id, order_type, product_id
            )
            select (${by === "hour" ? sql`extract(epoch from line.key)::bigint` : sql`line.key`})::text as key, ${
          by === "product" ? sql`max(product.name)` : sql`null::text`
        } as name,
              ${sql.literal(takingsColumns)}
            from line
              cross join lateral (select line.order_type) as ordr (order_type)
              join product on product.event_id = line.event_id and product.id = line.product_id
            group by line.key order by line.key`
    })
    return {
      /** Slices by ascending key. */
      slices: (request: typeof BookedAt.Type) => largeReading(sql, parts.planned(slices(request)))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
