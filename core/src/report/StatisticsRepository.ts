import { Context, type DateTime, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { ProductType } from "../event/Product.ts"
import { OrderType } from "../journal/Order.ts"
import { type Asked, bookingSummary, summarised, type SummaryBounds } from "../sale/BookingSummary.ts"
import { grantDescriptions } from "../sale/Grant.ts"
import { watchedReading } from "../sql/Snapshot.ts"
import type { Period } from "./EventDay.ts"
import { FreeTicketStats, PaymentMethodStats, UserVoucherGrantStats } from "./EventStats.ts"
import { HeldPrices } from "./HeldPriceStats.ts"
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
  ...summarised,
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

const Paid = Schema.Struct(summarised)

const MovedBy = Schema.Struct({ ...between, voucherCreate: Id, saleExit: Id })

const VoucherSums = Schema.Struct({ vouchers_issued: Schema.Int, vouchers_spent: Schema.Int })

/** Sums of bookings. */
export class StatisticsRepository extends Context.Service<StatisticsRepository>()("core/StatisticsRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const summary = bookingSummary(sql)
    const slice = (dayEnds: ReadonlyArray<Date>) =>
      sql`date_bin('15 minutes', booked.booked_at, 'epoch') as quarter,
        width_bucket(booked.booked_at, ${dayEnds}::timestamptz[]) as day,
        sum(booked.pieces)::bigint as pieces, sum(booked.total)::bigint as revenue`

    const isSale = sql.literal("booked.order_type in ('sale', 'cancel_sale')")

    /** Reads the summary and what was booked since in one snapshot. */
    const summed = <I extends Period & { readonly dayEnds?: ReadonlyArray<DateTime.Utc> }, A, E, R>(
      request: I,
      read: (at: I & SummaryBounds) => Effect.Effect<A, E, R>
    ) => watchedReading(sql, Effect.flatMap(summary.at(request, request.dayEnds), read))

    const sold = SqlSchema.findAll({
      Request: SoldAt,
      Result: Slice,
      execute: (at) =>
        sql`select ${slice(at.dayEnds)} from ${summary.lines(at)}
          where ${isSale} and booked.till_id = any(${at.tillIds}::bigint[])
          group by quarter, day order by quarter, day`
    })
    const soldByProduct = SqlSchema.findAll({
      Request: SoldAt,
      Result: ProductSlice,
      execute: (at) =>
        sql`
          with sums as (
            select booked.product_id, ${slice(at.dayEnds)}, sum(booked.vouchers)::bigint as vouchers
            from ${summary.lines(at)} where ${isSale} and booked.till_id = any(${at.tillIds}::bigint[])
            group by booked.product_id, quarter, day
          )
          select sums.product_id, product.name as product_name, product.type as product_type,
            product.is_returnable, product.node_id, node.name as node_name, sums.quarter, sums.day, sums.pieces,
            sums.revenue, sums.vouchers
          from sums join product on product.event_id = ${at.eventId} and product.id = sums.product_id
            join node on node.id = product.node_id
          order by product.name, sums.product_id, sums.quarter, sums.day`
    })
    const booked = SqlSchema.findAll({
      Request: BookedAs,
      Result: Slice,
      execute: ({ dayEnds, orders, product, ...at }) =>
        sql`select ${slice(dayEnds)} from ${summary.lines(at)}
          where booked.order_type = any(${orders}::text[])
            and booked.product_id in (select id from product where event_id = ${at.eventId} and type = ${product})
          group by quarter, day order by quarter, day`
    })
    const byPaymentMethod = SqlSchema.findAll({
      Request: Paid,
      Result: PaymentMethodStats,
      execute: (at) =>
        sql`select payment_method, sum(orders)::integer as count, sum(total)::bigint as revenue
          from ${summary.lines(at)}
          where order_type in ('sale', 'cancel_sale', 'top_up', 'pay_out', 'ticket')
          group by payment_method order by revenue desc, payment_method`
    })

    const heldPrices = SqlSchema.findAll({
      Request: Schema.Struct({ ...between, tillIds: Schema.Array(Id) }),
      Result: HeldPrices,
      execute: ({ eventId, from, tillIds, to }) =>
        sql`select sold.till_id, till.name as till_name, sold.cashier_id,
            coalesce(nullif(usr.display_name, ''), usr.login) as cashier_name, count(*)::integer as count,
            sum(lines.total)::bigint as revenue,
            floor(max(extract(epoch from sold.booked_at - sold.priced_at)))::integer as longest_seconds
          from ordr sold
            join till on till.event_id = sold.event_id and till.id = sold.till_id
            left join usr on usr.id = sold.cashier_id
            cross join lateral (
              select sum(line.total_price) as total from line_item line
              where line.event_id = sold.event_id and line.order_id = sold.id
            ) lines
          where sold.event_id = ${eventId} and sold.priced_at is not null and sold.order_type = 'sale'
            and sold.booked_at >= ${from} and sold.booked_at < ${to} and sold.till_id = any(${tillIds}::bigint[])
            and not exists (
              select from ordr cancel where cancel.event_id = sold.event_id and cancel.cancels_order = sold.id
            )
          group by sold.till_id, till.name, sold.cashier_id, usr.display_name, usr.login
          order by count desc, till.name, sold.till_id, sold.cashier_id`
    })

    return {
      /** Sales at prices of an earlier moment, by till and cashier. */
      heldPrices,
      /** Sales with any payment method, less cancelled ones. */
      sold: (request: Asked<typeof SoldAt.Type>) => summed(request, sold),
      /** The same by product. */
      soldByProduct: (request: Asked<typeof SoldAt.Type>) => summed(request, soldByProduct),
      /** Lines of one product type in the whole event. */
      booked: (request: Asked<typeof BookedAs.Type>) => summed(request, booked),
      /** The orders of guests by how they were paid. */
      byPaymentMethod: (request: Asked<typeof Paid.Type>) => summed(request, byPaymentMethod),
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
      /** Vouchers that were issued and vouchers that were spent, less those returned. */
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
