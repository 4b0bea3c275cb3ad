import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { ProductType } from "../event/Product.ts"
import { OrderType, PaymentMethod } from "../journal/Order.ts"
import { bookingSummary, lineSums, summarised } from "../sale/BookingSummary.ts"
import { DailyCardPayments, DailyRegister } from "./DailyReport.ts"

/** Selects the bookings of a day at some tills of an event. */
const OfDay = Schema.Struct({
  eventId: Id,
  from: Schema.DateTimeUtcFromDate,
  /** Not included. */
  to: Schema.DateTimeUtcFromDate,
  tillIds: Schema.Array(Id)
})

const WithSummary = Schema.Struct({ ...summarised, tillIds: OfDay.fields.tillIds })

const kindSums = {
  order_type: OrderType,
  product_id: Id,
  product_type: ProductType,
  pieces: Schema.Int,
  /** In cents. */
  total: Money.Cents
}

/** The sums of lines of one product, with one tax rate, at one till. */
export const LineSums = Schema.Struct({
  ...kindSums,
  till_id: Id,
  payment_method: PaymentMethod,
  /** The product as it was sold. */
  revision_id: Id,
  product_name: Schema.String,
  tax_rate_id: Id,
  tax_name: Schema.String,
  tax_rate: Schema.Int,
  /** Contained in the total, in cents. */
  tax: Money.Cents,
  vouchers: Schema.Int,
  /** What vouchers paid of the lines, in cents. */
  voucher_value: Money.Cents,
  /** Pieces that vouchers paid for as a whole. */
  voucher_pieces: Schema.Int
})
export type LineSums = typeof LineSums.Type

/** The sums of lines of one product in a quarter of an hour. */
export const QuarterSums = Schema.Struct({ ...kindSums, quarter: Schema.DateTimeUtc })
export type QuarterSums = typeof QuarterSums.Type

/** What lines of an order are: the type of their product, and their tax rate (ten-thousandths) with its name. */
const LineKind = Schema.Tuple([ProductType, Schema.Int, Schema.String])
type LineKind = typeof LineKind.Type

/** The orders at one till that have lines of the same kinds. */
export const OrdersOfKinds = Schema.Struct({
  till_id: Id,
  order_type: OrderType,
  payment_method: PaymentMethod,
  /** Each once. */
  kinds: Schema.Array(LineKind),
  orders: Schema.Int,
  /** The lowest number of one of the orders, and the highest. */
  first_id: Id,
  last_id: Id
})
export type OrdersOfKinds = typeof OrdersOfKinds.Type

/** The types of orders in a daily report. */
const reported = "('sale', 'cancel_sale', 'ticket', 'top_up', 'pay_out', 'money_transfer_imbalance')"

/** Reads the bookings of one day. */
export class DailyRepository extends Context.Service<DailyRepository>()("core/DailyRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const summary = bookingSummary(sql)
    const ofDay = ({ eventId, from, tillIds, to }: typeof OfDay.Encoded) =>
      sql`ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
        and ordr.order_type in ${sql.literal(reported)} and ordr.till_id = any(${tillIds}::bigint[])`
    const isOfDay = ({ tillIds }: typeof WithSummary.Encoded) =>
      sql`booked.order_type in ${sql.literal(reported)} and booked.till_id = any(${tillIds}::bigint[])`

    const orders = SqlSchema.findAll({
      Request: WithSummary,
      Result: OrdersOfKinds,
      execute: (at) =>
        sql`select till_id, order_type, payment_method, kinds, sum(orders)::integer as orders, min(first_id) as first_id,
            max(last_id) as last_id
          from ${summary.orders(at)} where ${isOfDay(at)}
          group by till_id, order_type, payment_method, kinds order by till_id, order_type, payment_method, kinds`
    })

    const summed = (at: typeof WithSummary.Encoded) =>
      sql`
        with sums as (
          select booked.order_type, booked.product_id, booked.till_id, booked.payment_method, booked.product_revision_id,
            booked.tax_rate_id, booked.tax_rate, date_bin('15 minutes', booked.booked_at, 'epoch') as quarter,
            max(booked.tax_name) as tax_name, ${sql.literal(lineSums)}
          from ${summary.lines(at)} where ${isOfDay(at)}
          group by grouping sets (
            (booked.order_type, booked.product_id, booked.till_id, booked.payment_method, booked.product_revision_id,
              booked.tax_rate_id, booked.tax_rate),
            (booked.order_type, booked.product_id, quarter)
          )
        )
        select sums.order_type, sums.product_id, product.type as product_type, sums.till_id, sums.payment_method,
          sums.product_revision_id as revision_id, coalesce(revision.data->>'name', product.name) as product_name,
          sums.tax_rate_id, sums.tax_rate, sums.quarter, sums.tax_name, sums.pieces::integer as pieces,
          sums.total::bigint as total, sums.tax::bigint as tax, sums.vouchers::integer as vouchers,
          sums.voucher_value::bigint as voucher_value, sums.voucher_pieces::integer as voucher_pieces
        from sums
          join product on product.event_id = ${at.eventId} and product.id = sums.product_id
          left join product_revision revision
            on revision.event_id = ${at.eventId} and revision.id = sums.product_revision_id
        order by sums.quarter nulls first, sums.till_id, sums.product_id, sums.product_revision_id, sums.order_type,
          sums.payment_method, sums.tax_rate_id, sums.tax_rate`

    const sums = SqlSchema.findAll({
      Request: WithSummary,
      Result: Schema.Union([LineSums, QuarterSums]),
      execute: summed
    })

    return {
      /** The lines of orders: by till, then by time. */
      sums: (request: typeof OfDay.Type) => Effect.flatMap(summary.at(request), sums),
      /** The orders by the kinds of their lines. */
      orders: (request: typeof OfDay.Type) => Effect.flatMap(summary.at(request), orders),
      /** The registers at some nodes that were counted, by name. */
      registers: SqlSchema.findAll({
        Request: Schema.Struct({ ...OfDay.fields, nodeIds: Schema.Array(Id) }),
        Result: DailyRegister,
        execute: ({ eventId, from, nodeIds, to }) =>
          sql`select register.id as register_id, register.name, count(*)::integer as close_outs,
              sum(shift.expected_cash_drawer_balance)::bigint as expected,
              sum(shift.actual_cash_drawer_balance)::bigint as counted, sum(shift.cash_drawer_imbalance)::bigint as difference
            from cashier_shift shift join cash_register register
              on register.event_id = shift.event_id and register.id = shift.cash_register_id
            where shift.event_id = ${eventId} and shift.ended_at >= ${from} and shift.ended_at < ${to}
              and register.node_id = any(${nodeIds}::bigint[])
            group by register.id, register.name order by register.name, register.id`
      }),
      /**
       * The booked card payments that are not verified and not settled, or were not yet at a moment in the past: what
       * became of them later is left out then.
       */
      unverified: SqlSchema.findAll({
        Request: Schema.Struct({ ...OfDay.fields, asOf: nullOr(Schema.DateTimeUtcFromDate) }),
        Result: DailyCardPayments,
        execute: ({ asOf, ...at }) => {
          const later = (time: string) =>
            asOf === null ? sql`false` : sql`coalesce(${sql.literal(time)} >= ${asOf}, false)`
          return sql`select
              case when ${
            later("payment.last_checked")
          } then 'unverified' else payment.verification end as verification,
              count(*)::integer as payments, sum(payment.amount)::bigint as amount
            from card_payment payment join ordr on ordr.uuid = payment.uuid and ordr.event_id = payment.event_id
            where payment.event_id = ${at.eventId} and payment.status = 'booked' and ${ofDay(at)}
              and (payment.settled_at is null or ${later("payment.settled_at")})
              and (payment.verification <> 'verified' or ${later("payment.last_checked")})
            group by 1 order by 1`
        }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
