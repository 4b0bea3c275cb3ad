import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { OrderType, PaymentMethod } from "../order/Order.ts"
import { orderParts, OrdersInPart } from "./OrderParts.ts"

/** Selects the sales at some tills of an event in a period. */
const SoldAt = Schema.Struct({
  eventId: Id,
  from: Schema.DateTimeUtcFromDate,
  /** Not included. */
  to: Schema.DateTimeUtcFromDate,
  tillIds: Schema.Array(Id)
})

/** The same, by days that end at these moments, ascending. */
const SoldOnDays = Schema.Struct({ ...SoldAt.fields, dayEnds: Schema.Array(Schema.DateTimeUtcFromDate) })

/** The sales at one till on one day with one payment method. */
export const TillDay = Schema.Struct({
  till_id: Id,
  /** Number of the day in the report, counted from 0. */
  day: Schema.Int,
  payment_method: PaymentMethod,
  orders: Schema.Int,
  /** In cents. */
  revenue: Money.Cents
})
export type TillDay = typeof TillDay.Type

/** One sale or cancel. */
export const SoldOrder = Schema.Struct({
  id: Id,
  till_id: Id,
  booked_at: Schema.DateTimeUtc,
  order_type: OrderType,
  payment_method: PaymentMethod,
  /** In cents. */
  revenue: Money.Cents
})
export type SoldOrder = typeof SoldOrder.Type

export class RevenueRepository extends Context.Service<RevenueRepository>()("core/RevenueRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const parts = orderParts(sql, yield* OrdersInPart)
    const sold = ({ eventId, from, tillIds, to }: typeof SoldAt.Encoded) =>
      sql`ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
        and ordr.order_type in ('sale', 'cancel_sale') and ordr.till_id + 0 = any(${tillIds}::bigint[])`

    const days = SqlSchema.findAll({
      Request: SoldOnDays,
      Result: TillDay,
      execute: ({ dayEnds, ...at }) =>
        sql`select till_id, day, payment_method, sum(orders)::integer as orders, sum(revenue)::bigint as revenue
          from ${parts.within(at)} cross join lateral (
            select ordr.till_id, width_bucket(ordr.booked_at, ${dayEnds}::timestamptz[]) as day, ordr.payment_method,
              count(*) filter (where line.item_id = 0) as orders, sum(line.total_price) as revenue
            from ${parts.lines} where ${sold(at)} group by 1, 2, 3
          ) line
          group by 1, 2, 3 order by 1, 2, 3`
    })

    return {
      /** By till, day and payment method. */
      days: (request: typeof SoldOnDays.Type) => parts.planned(days(request)),
      /** The first ones by time. */
      first: SqlSchema.findAll({
        Request: Schema.Struct({ ...SoldAt.fields, limit: Schema.Int }),
        Result: SoldOrder,
        execute: ({ limit, ...at }) =>
          sql`select ordr.id, ordr.till_id, ordr.booked_at, ordr.order_type, ordr.payment_method, line.revenue
            from (
              select * from ordr where ${sold(at)} order by ordr.booked_at, ordr.id limit ${limit}
            ) ordr cross join lateral (
              select sum(total_price)::bigint as revenue from line_item
              where line_item.event_id = ordr.event_id and line_item.order_id = ordr.id
              offset 0
            ) line
            order by ordr.booked_at, ordr.id`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
