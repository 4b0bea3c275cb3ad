import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ProductType } from "../catalogue/Product.ts"
import { Id } from "../ledger/Id.ts"
import { grantDescriptions } from "../order/Grant.ts"
import { OrderType } from "../order/Order.ts"
import { nullOr } from "../primitives/OptionalField.ts"
import { largeReading } from "../sql/Snapshot.ts"
import { FreeTicketStats, PaymentMethodStats, UserVoucherGrantStats } from "./EventStats.ts"
import { orderParts, OrdersInPart } from "./OrderParts.ts"
import { ProductSlice } from "./ProductStats.ts"
import { Slice } from "./TimeSeries.ts"

const between = {
  eventId: Id,
  from: Schema.DateTimeUtcFromDate,
  /** Not included. */
  to: Schema.DateTimeUtcFromDate
}

/** Selects the sales at some tills of an event in a period. */
const SoldAt = Schema.Struct({
  ...between,
  tillIds: Schema.Array(Id),
  /** Ascending. */
  dayEnds: Schema.Array(Schema.DateTimeUtcFromDate)
})

/** Selects lines with products of one type, in orders of some types. */
const BookedAs = Schema.Struct({
  ...Struct.omit(SoldAt.fields, ["tillIds"]),
  product: ProductType,
  orders: Schema.Array(OrderType)
})

const MovedBy = Schema.Struct({ ...between, voucherCreate: Id, saleExit: Id })

const VoucherSums = Schema.Struct({ vouchers_issued: Schema.Int, vouchers_spent: Schema.Int })

/** Sums of bookings. What sums up lines may take as long as a report. */
export class StatisticsRepository extends Context.Service<StatisticsRepository>()("core/StatisticsRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const parts = orderParts(sql, yield* OrdersInPart)
    const slice = (dayEnds: ReadonlyArray<Date>) =>
      sql`date_bin('15 minutes', ordr.booked_at, 'epoch') as quarter,
        width_bucket(ordr.booked_at, ${dayEnds}::timestamptz[]) as day,
        sum(line.quantity) as pieces, sum(line.total_price) as revenue`

    const lines = sql.literal(
      "ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id"
    )

    /** Slices of the sums of parts. */
    const whole = sql.literal("quarter, day, sum(pieces) as pieces, sum(revenue) as revenue")

    const soldIn = ({ eventId, from, to }: typeof SoldAt.Encoded) =>
      sql`ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
        and ordr.order_type in ('sale', 'cancel_sale')`

    const large = <I, A, E, R>(read: (request: I) => Effect.Effect<A, E, R>) => (request: I) =>
      largeReading(sql, parts.planned(read(request)))

    return {
      /** Sales with any payment method, less cancelled ones. */
      sold: SqlSchema.findAll({
        Request: SoldAt,
        Result: Slice,
        execute: (at) =>
          sql`select ${slice(at.dayEnds)} from ${lines} where ${
            soldIn(at)
          } and ordr.till_id = any(${at.tillIds}::bigint[])
            group by quarter, day order by quarter, day`
      }),
      /** The same by product. */
      soldByProduct: large(SqlSchema.findAll({
        Request: SoldAt,
        Result: ProductSlice,
        execute: (at) =>
          sql`
            with sums as (
              select event_id, product_id, ${whole}, sum(vouchers) as vouchers
              from ${parts.within(at)} cross join lateral (
                select line.event_id, line.product_id, ${slice(at.dayEnds)}, sum(line.vouchers_redeemed) as vouchers
                from ${parts.lines} where ${soldIn(at)} and ordr.till_id + 0 = any(${at.tillIds}::bigint[])
                group by line.event_id, line.product_id, quarter, day
              ) line
              group by event_id, product_id, quarter, day
            )
            select sums.product_id, product.name as product_name, product.type as product_type,
              product.is_returnable, product.node_id, node.name as node_name, sums.quarter, sums.day, sums.pieces,
              sums.revenue, sums.vouchers
            from sums join product on product.event_id = sums.event_id and product.id = sums.product_id
              join node on node.id = product.node_id
            order by product.name, sums.product_id, sums.quarter, sums.day`
      })),
      /** Lines of one product type in the whole event. */
      booked: large(SqlSchema.findAll({
        Request: BookedAs,
        Result: Slice,
        execute: ({ dayEnds, eventId, from, orders, product, to }) =>
          sql`select ${whole}
            from ${parts.within({ eventId, from, to })} cross join lateral (
              select ${slice(dayEnds)} from ${parts.lines}
              where ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
                and ordr.order_type = any(${orders}::text[])
                and line.product_id in (select id from product where event_id = ${eventId} and type = ${product})
              group by quarter, day
            ) line
            group by quarter, day order by quarter, day`
      })),
      /** Vouchers that were issued and vouchers that were spent, less those returned. */
      byPaymentMethod: large(SqlSchema.findAll({
        Request: Schema.Struct(between),
        Result: PaymentMethodStats,
        // The first line of each order stands for the order, which spares comparing the ids of all orders.
        execute: ({ eventId, from, to }) =>
          sql`select payment_method, sum(count)::integer as count, sum(revenue)::bigint as revenue
            from ${parts.within({ eventId, from, to })} cross join lateral (
              select ordr.payment_method, count(*) filter (where line.item_id = 0) as count,
                sum(line.total_price) as revenue
              from ${parts.lines}
              where ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
                and ordr.order_type in ('sale', 'cancel_sale', 'top_up', 'pay_out', 'ticket')
              group by ordr.payment_method
            ) line
            group by payment_method order by revenue desc, payment_method`
      })),
      freeTickets: SqlSchema.findOne({
        Request: Schema.Struct(between),
        Result: FreeTicketStats,
        execute: ({ eventId, from, to }) =>
          sql`select count(*)::integer as free_tickets_issued from audit_log
            where node_id in (select id from node where event_id = ${eventId}) and log_type = 'free_ticket_granted'
              and created_at >= ${from} and created_at < ${to}`
      }),
      voucherGrants: SqlSchema.findOne({
        Request: Schema.Struct({
          eventId: Id,
          voucherCreate: Id,
          userId: Id,
          before: nullOr(Schema.DateTimeUtcFromDate)
        }),
        Result: UserVoucherGrantStats,
        execute: ({ before, eventId, userId, voucherCreate }) => {
          const sum = sql.literal("coalesce(sum(vouchers)")
          return sql`select ${sum}, 0)::integer as vouchers_granted,
              ${sum} filter (where description = ${grantDescriptions.vouchers}), 0)::integer as granted_at_terminals,
              ${sum} filter (where description = ${grantDescriptions.freeTicket}), 0)::integer as granted_with_free_tickets,
              ${sum} filter (where description not in (${grantDescriptions.vouchers}, ${grantDescriptions.freeTicket})), 0)::integer
                as added_by_corrections
            from posting
            where event_id = ${eventId} and source_account = ${voucherCreate} and conducting_user_id = ${userId}
              and (${before}::timestamptz is null or booked_at < ${before})`
        }
      }),
      vouchers: SqlSchema.findOne({
        Request: MovedBy,
        Result: VoucherSums,
        execute: ({ eventId, from, saleExit, to, voucherCreate }) =>
          sql`select
              coalesce(sum(vouchers) filter (where source_account = ${voucherCreate}), 0)::integer
                - coalesce(sum(vouchers) filter (where target_account = ${voucherCreate}), 0)::integer as vouchers_issued,
              coalesce(sum(vouchers) filter (where target_account = ${saleExit}), 0)::integer
                - coalesce(sum(vouchers) filter (where source_account = ${saleExit}), 0)::integer as vouchers_spent
            from posting
            where event_id = ${eventId} and vouchers > 0 and booked_at >= ${from} and booked_at < ${to}`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
