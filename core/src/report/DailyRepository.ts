import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ProductType } from "../catalogue/Product.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { OrderType, PaymentMethod } from "../order/Order.ts"
import { nullOr } from "../primitives/OptionalField.ts"
import { DailyCardPayments, DailyRegister } from "./DailyReport.ts"
import { orderParts, OrdersInPart } from "./OrderParts.ts"

/** Selects the bookings of a day at some tills of an event. */
const OfDay = Schema.Struct({
  eventId: Id,
  from: Schema.DateTimeUtcFromDate,
  /** Not included. */
  to: Schema.DateTimeUtcFromDate,
  tillIds: Schema.Array(Id)
})

const ids = { firstId: Id, lastId: Id }

const WithBounds = Schema.Struct({ ...OfDay.fields, ...ids })

const Bounds = Schema.Struct({ first_id: nullOr(Id), last_id: nullOr(Id) })

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

/** The orders at one till that have lines of the same kinds. */
export const OrdersOfKinds = Schema.Struct({
  till_id: Id,
  order_type: OrderType,
  payment_method: PaymentMethod,
  /** A bit for each kind that their lines have. */
  kinds: Schema.BigInt,
  orders: Schema.Int
})
export type OrdersOfKinds = typeof OrdersOfKinds.Type

/** The most kinds that can be told apart in one statement. */
export const maxKinds = 62

/** What the product of a line is, as a bit of `kinds`. */
export const productKinds = { ticket: 0, topup: 1, payout: 2, other: 3 }

/** The bit of each product, and of each tax rate, whose key is `tax_rate_id * 10000 + tax_rate`. */
const WithKinds = Schema.Struct({
  ...WithBounds.fields,
  products: Schema.Array(Id),
  bitOfProduct: Schema.Array(Schema.Int),
  taxes: Schema.Array(Id),
  bitOfTax: Schema.Array(Schema.Int)
})

/** The types of orders in a daily report. */
const reported = "('sale', 'cancel_sale', 'ticket', 'top_up', 'pay_out', 'money_transfer_imbalance')"

/**
 * Part of the price that vouchers pay, in cents: all of it with the full number of vouchers, else their share, rounded half
 * up; `price.vouchers` is the number for one piece. A cancel has the negative of its sale.
 */
const voucherValue = `case when line.vouchers_redeemed = 0 then 0::bigint
  when line.vouchers_redeemed = price.vouchers * line.quantity then line.total_price
  else (case when line.vouchers_redeemed < 0 then -1 else 1 end)
    * ((2 * line.product_price * abs(line.vouchers_redeemed) + price.vouchers) / (2 * price.vouchers)) end`

/** Reads the bookings of one day. An order's number is close to its time, so a range of numbers finds the lines of a day. */
export class DailyRepository extends Context.Service<DailyRepository>()("core/DailyRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const parts = orderParts(sql, yield* OrdersInPart)
    // Written so that no plan looks each till up: together they have most of a day.
    const ofDay = ({ eventId, from, tillIds, to }: typeof OfDay.Encoded) =>
      sql`ordr.event_id = ${eventId} and ordr.booked_at >= ${from} and ordr.booked_at < ${to}
        and ordr.order_type in ${sql.literal(reported)} and ordr.till_id + 0 = any(${tillIds}::bigint[])`

    const orders = SqlSchema.findAll({
      Request: WithKinds,
      Result: OrdersOfKinds,
      execute: ({ bitOfProduct, bitOfTax, products, taxes, ...at }) =>
        sql`
          select sold.till_id, sold.order_type, sold.payment_method, sold.kinds, count(*)::integer as orders
          from ${parts.between(at.firstId, at.lastId)} cross join lateral (
            select ordr.till_id, ordr.order_type, ordr.payment_method, bit_or(
              1::bigint << kind.product | case
                when kind.product = ${productKinds.ticket}
                  or (kind.product = ${productKinds.other} and ordr.order_type in ('sale', 'cancel_sale'))
                then coalesce(1::bigint << (${bitOfTax}::int[])[
                  array_position(${taxes}::bigint[], line.tax_rate_id * 10000 + line.tax_rate)
                ], 0)
                else 0 end
            ) as kinds
            from ${parts.lines} cross join lateral (
              select (${bitOfProduct}::int[])[array_position(${products}::bigint[], line.product_id)] as product
            ) kind
            where ${ofDay(at)}
            group by ordr.event_id, ordr.id
          ) sold
          group by 1, 2, 3, 4 order by 1, 2, 3, 4`
    })

    const summed = (at: typeof WithBounds.Encoded) =>
      sql`
        with price as materialized (
          select id, (data->>'price_in_vouchers')::bigint as vouchers from product_revision where event_id = ${at.eventId}
        ), sums as (
          select line.order_type, line.product_id, line.till_id, line.payment_method, line.product_revision_id,
            line.tax_rate_id, line.tax_rate, line.quarter,
            max(line.tax_name) as tax_name, sum(line.quantity) as pieces, sum(line.total_price) as total,
            sum(line.total_tax) as tax, sum(line.vouchers_redeemed) as vouchers,
            sum(${sql.literal(voucherValue)}) as voucher_value,
            sum(line.vouchers_redeemed / price.vouchers) as voucher_pieces
          from ${parts.between(at.firstId, at.lastId)} cross join lateral (
              select ordr.order_type, ordr.till_id, ordr.payment_method,
                date_bin('15 minutes', ordr.booked_at, 'epoch') as quarter, line.*
              from ${parts.lines} where ${ofDay(at)}
              offset 0
            ) line
            left join price on price.id = line.product_revision_id
          group by grouping sets (
            (line.order_type, line.product_id, line.till_id, line.payment_method, line.product_revision_id,
              line.tax_rate_id, line.tax_rate),
            (line.order_type, line.product_id, line.quarter)
          )
        )
        select sums.order_type, sums.product_id, product.type as product_type, sums.till_id, sums.payment_method,
          sums.product_revision_id as revision_id, coalesce(revision.data->>'name', product.name) as product_name,
          sums.tax_rate_id, sums.tax_rate, sums.quarter, sums.tax_name, sums.pieces::integer as pieces,
          sums.total::bigint as total, sums.tax::bigint as tax, sums.vouchers::integer as vouchers,
          coalesce(sums.voucher_value, 0)::bigint as voucher_value,
          coalesce(sums.voucher_pieces, 0)::integer as voucher_pieces
        from sums
          join product on product.event_id = ${at.eventId} and product.id = sums.product_id
          left join product_revision revision
            on revision.event_id = ${at.eventId} and revision.id = sums.product_revision_id
        order by sums.quarter nulls first, sums.till_id, sums.product_id, sums.product_revision_id, sums.order_type,
          sums.payment_method, sums.tax_rate_id, sums.tax_rate`

    const sums = SqlSchema.findAll({
      Request: WithBounds,
      Result: Schema.Union([LineSums, QuarterSums]),
      execute: summed
    })

    return {
      /** The first and the last order by number. */
      bounds: SqlSchema.findOne({
        Request: OfDay,
        Result: Bounds,
        execute: (at) => sql`select min(ordr.id) as first_id, max(ordr.id) as last_id from ordr where ${ofDay(at)}`
      }),
      /** The lines of orders between two numbers: by till, then by time. */
      sums: (at: typeof WithBounds.Type) => parts.planned(sums(at)),
      /** The orders between two numbers, by the kinds of their lines. */
      orders: (at: typeof WithKinds.Type) => parts.planned(orders(at)),
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
