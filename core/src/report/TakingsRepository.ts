import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { type Asked, bookingSummary, summarised } from "../sale/BookingSummary.ts"
import { watchedReading } from "../sql/Snapshot.ts"
import { TakingsBy, TakingsSlice } from "./Takings.ts"

/** Selects the bookings at some tills of an event in a period. */
const BookedAt = Schema.Struct({
  ...summarised,
  by: TakingsBy,
  tillIds: Schema.Array(Id),
  /** Ascending; used for days only. */
  dayEnds: Schema.Array(Schema.DateTimeUtcFromDate)
})

/** The sums of `TakingsSums`, over lines as `booked` and their products as `product`. */
export const takingsColumns =
  `coalesce(sum(booked.total) filter (where booked.order_type in ('sale', 'cancel_sale')), 0)::bigint as sales,
  coalesce(sum(booked.total) filter (where booked.order_type = 'ticket' and product.type <> 'topup'), 0)::bigint as tickets,
  coalesce(sum(booked.total) filter (
    where booked.order_type = 'top_up' or (booked.order_type = 'ticket' and product.type = 'topup')
  ), 0)::bigint as top_ups,
  coalesce(sum(booked.total) filter (where booked.order_type = 'pay_out'), 0)::bigint as pay_outs,
  coalesce(sum(booked.pieces) filter (
    where booked.order_type in ('sale', 'cancel_sale') and product.type = 'user_defined'
  ), 0)::integer as pieces,
  coalesce(sum(booked.pieces) filter (where product.type = 'ticket'), 0)::integer as entries`

/** The types of orders that are takings, or move money between guests and tills. */
export const takingsOrders = `('sale', 'cancel_sale', 'ticket', 'top_up', 'pay_out')`

/** Sums of bookings, divided in one way. */
export class TakingsRepository extends Context.Service<TakingsRepository>()("core/TakingsRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const summary = bookingSummary(sql)
    const keyOf = (by: TakingsBy, dayEnds: ReadonlyArray<Date>) => {
      switch (by) {
        case "hour":
          return sql`extract(epoch from date_bin('15 minutes', booked.booked_at, 'epoch'))::bigint`
        case "day":
          return sql`width_bucket(booked.booked_at, ${dayEnds}::timestamptz[])`
        case "method":
          return sql`booked.payment_method`
        case "product":
          return sql`booked.product_id`
        case "till":
        case "node":
          return sql`booked.till_id`
      }
    }
    const slices = SqlSchema.findAll({
      Request: BookedAt,
      Result: TakingsSlice,
      // Lines are summed by order type and product first: the sums of takings then concern few rows.
      execute: ({ by, dayEnds, tillIds, ...at }) =>
        sql`
            with booked as (
              select ${keyOf(by, dayEnds)} as key, booked.order_type, booked.product_id, sum(booked.total) as total,
                sum(booked.pieces) as pieces
              from ${summary.lines(at)}
              where booked.order_type in ${sql.literal(takingsOrders)} and booked.till_id = any(${tillIds}::bigint[])
              group by 1, booked.order_type, booked.product_id
            )
            select booked.key::text as key, ${by === "product" ? sql`max(product.name)` : sql`null::text`} as name,
              ${sql.literal(takingsColumns)}
            from booked join product on product.event_id = ${at.eventId} and product.id = booked.product_id
            group by booked.key order by booked.key`
    })
    return {
      /** Slices by ascending key. */
      slices: (request: Asked<typeof BookedAt.Type>) =>
        watchedReading(sql, Effect.flatMap(summary.at(request, request.dayEnds), slices))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
