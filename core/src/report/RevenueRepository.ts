import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { OrderType, PaymentMethod } from "../journal/Order.ts"
import { type Asked, bookingSummary, summarised } from "../sale/BookingSummary.ts"

/** Selects the sales at some tills of an event in a period. */
const SoldAt = Schema.Struct({
  eventId: Id,
  from: Schema.DateTimeUtcFromDate,
  /** Not included. */
  to: Schema.DateTimeUtcFromDate,
  tillIds: Schema.Array(Id)
})

const First = Schema.Struct({ ...SoldAt.fields, limit: Schema.Int })

/** The same, by days that end at these moments, ascending. */
const SoldOnDays = Schema.Struct({
  ...summarised,
  tillIds: SoldAt.fields.tillIds,
  dayEnds: Schema.Array(Schema.DateTimeUtcFromDate)
})

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
    const summary = bookingSummary(sql)
    const sold = ({ eventId, from, tillIds, to }: typeof SoldAt.Encoded) =>
      sql`ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
        and ordr.order_type in ('sale', 'cancel_sale') and ordr.till_id + 0 = any(${tillIds}::bigint[])`

    const days = SqlSchema.findAll({
      Request: SoldOnDays,
      Result: TillDay,
      execute: ({ dayEnds, tillIds, ...at }) =>
        sql`select booked.till_id, width_bucket(booked.booked_at, ${dayEnds}::timestamptz[]) as day, booked.payment_method,
            sum(booked.orders)::integer as orders, sum(booked.total)::bigint as revenue
          from ${summary.lines(at)}
          where booked.order_type in ('sale', 'cancel_sale') and booked.till_id = any(${tillIds}::bigint[])
          group by 1, 2, 3 order by 1, 2, 3`
    })

    // Sorting all sales of a large event for a few takes seconds.
    const enough = SqlSchema.findOne({
      Request: First,
      Result: Schema.Struct({ ended: nullOr(Schema.DateTimeUtc) }),
      execute: ({ eventId, from, limit, tillIds, to }) =>
        sql`select min(quarter) + interval '15 minutes' as ended
          from (
            select quarter, sum(sum(orders)) over (order by quarter) as so_far from order_summary
            where event_id = ${eventId} and quarter >= ${from} and quarter < ${to}
              and order_type in ('sale', 'cancel_sale') and till_id = any(${tillIds}::bigint[])
            group by quarter
          ) sold
          where so_far >= ${limit}`
    })

    const first = SqlSchema.findAll({
      Request: First,
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

    return {
      /** By till, day and payment method. */
      days: (request: Asked<typeof SoldOnDays.Type>) => Effect.flatMap(summary.at(request, request.dayEnds), days),
      /** The first ones by time. */
      first: Effect.fnUntraced(function*(request: typeof First.Type) {
        const { ended } = yield* Effect.catchTag(enough(request), "NoSuchElementError", Effect.die)
        return yield* first({ ...request, to: ended === null ? request.to : DateTime.min(ended, request.to) })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
