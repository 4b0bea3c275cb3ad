import { DateTime, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { Id } from "../base/Id.ts"
import { upToHere } from "../sql/TransactionCursor.ts"

/** The unit of the summary, in milliseconds: all time zones differ from UTC by whole quarters of an hour. */
const quarterMillis = 900_000

/** What a reading of the summary needs to know: the period, how far the summary has come, and where it can't be used. */
export const summarised = {
  eventId: Id,
  from: Schema.DateTimeUtcFromDate,
  /** Not included. */
  to: Schema.DateTimeUtcFromDate,
  /** Orders of transactions below it are in the summary. */
  upTo: Id,
  /** The beginnings of quarters of an hour whose orders are read one by one, as a moment that matters lies within. */
  divided: Schema.Array(Schema.DateTimeUtcFromDate)
}

/** How far the summary has come, and the quarters of an hour that it can't be used for. */
export interface SummaryBounds {
  readonly upTo: bigint
  readonly divided: ReadonlyArray<DateTime.Utc>
}

/** A request that does not know yet how far the summary has come. */
export type Asked<A> = Omit<A, keyof SummaryBounds>

/** The encoded form of `summarised`. */
interface Summarised {
  readonly eventId: unknown
  readonly from: unknown
  readonly to: unknown
  readonly upTo: unknown
  readonly divided: ReadonlyArray<unknown>
}

/** The beginnings of the quarters of an hour that one of the moments divides, each once. */
export const dividedQuarters = (moments: ReadonlyArray<DateTime.Utc>): ReadonlyArray<DateTime.Utc> =>
  Array.from(
    new Set(
      moments.map(({ epochMilliseconds }) => epochMilliseconds)
        .filter((millis) => millis % quarterMillis !== 0)
        .map((millis) => Math.floor(millis / quarterMillis) * quarterMillis)
    ),
    (millis) => DateTime.makeUnsafe(millis)
  )

/** What is added up of lines, over `booked`. */
export const lineSums = `sum(booked.orders) as orders, sum(booked.pieces) as pieces, sum(booked.total) as total,
  sum(booked.tax) as tax, sum(booked.vouchers) as vouchers, sum(booked.voucher_value) as voucher_value,
  sum(booked.voucher_pieces) as voucher_pieces`

/** Lines that are the same in these columns, the event and the quarter of an hour are added up. */
export const lineKey =
  `order_type, payment_method, till_id, product_id, product_revision_id, tax_rate_id, tax_name, tax_rate`

/**
 * SQL of the lines of orders `ordr`, as rows of which each is a sum of one line. `orders` is 1 at the first line, so its sum
 * counts orders.
 */
export const lineColumns = `ordr.event_id, ordr.booked_at, ordr.order_type, ordr.payment_method, ordr.till_id,
  line.product_id, line.product_revision_id, line.tax_rate_id, line.tax_name, line.tax_rate,
  (line.item_id = 0)::integer::bigint as orders, line.quantity::bigint as pieces, line.total_price as total,
  line.total_tax as tax, line.vouchers_redeemed::bigint as vouchers, line.voucher_value,
  case when line.vouchers_redeemed = 0 or price.vouchers is null then 0
    else line.vouchers_redeemed / price.vouchers end::bigint as voucher_pieces`

/** What `lineColumns` are selected from, after the orders. */
export const linesOfOrders = `join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
  left join product_revision revision on revision.event_id = line.event_id and revision.id = line.product_revision_id
  cross join lateral (select nullif((revision.data->>'price_in_vouchers')::bigint, 0) as vouchers) price`

/** SQL of orders `ordr` with the kinds of their lines; they have to be grouped by their keys. */
export const orderColumns = `ordr.event_id, ordr.booked_at, ordr.order_type, ordr.payment_method, ordr.till_id,
  jsonb_agg(distinct jsonb_build_array(product.type, line.tax_rate, line.tax_name)) as kinds, 1::bigint as orders,
  ordr.id as first_id, ordr.id as last_id`

/** What `orderColumns` are selected from, after the orders. */
export const kindsOfOrders = `join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
  join product on product.event_id = line.event_id and product.id = line.product_id`

/** SQL of how far the summary has come. */
const cursor = `select ${upToHere} as "upTo" from summary_cursor`

/** How the rows of one summary are made of orders `ordr`. */
interface Source {
  readonly table: string
  /** Those of the table, without the event and the quarter. */
  readonly columns: string
  readonly select: (orders: Statement.Fragment) => Statement.Fragment
}

/** The rows of a summary, named `booked`. */
const rowsOf = (sql: SqlClient.SqlClient, at: Summarised, { columns, select, table }: Source) => {
  const period = sql`ordr.booked_at >= ${at.from} and ordr.booked_at < ${at.to}`
  const sinceThen = sql`(
    select * from ordr where ordr.event_id = ${at.eventId} and ordr.transaction_id >= ${at.upTo} and ${period}
  ) ordr`
  // For each quarter by itself, as "offset 0" demands: then an index finds its orders, rather than reading those of all days.
  const inDivided = sql`unnest(${at.divided}::timestamptz[]) part (quarter) cross join lateral (
    select * from ordr where ordr.event_id = ${at.eventId} and ordr.booked_at >= part.quarter
      and ordr.booked_at < part.quarter + interval '15 minutes' and ordr.transaction_id < ${at.upTo} and ${period}
    offset 0
  ) ordr`
  return sql`(
    select event_id, quarter as booked_at, ${sql.literal(columns)} from ${sql.literal(table)}
    where event_id = ${at.eventId} and quarter >= ${at.from} and quarter < ${at.to}
      and quarter <> all(${at.divided}::timestamptz[]) and ${at.upTo}::bigint > 0
    union all ${select(sinceThen)}
    union all ${select(inDivided)}
  ) booked`
}

/**
 * SQL that reads what was booked in a period from the summary of lines and orders: whole quarters of an hour as they were added up,
 * and one by one what was booked since, and what lies in a quarter that some moment divides. All of it is to be read in one
 * snapshot of the database.
 */
export const bookingSummary = (sql: SqlClient.SqlClient) => ({
  /** Completes a request with how far the summary has come; also the other moments may divide a quarter of an hour. */
  at: <A extends { readonly from: DateTime.Utc; readonly to: DateTime.Utc }>(
    request: A,
    moments: ReadonlyArray<DateTime.Utc> = []
  ) =>
    Effect.map(sql<{ upTo: bigint }>`${sql.literal(cursor)}`, ([row]): A & SummaryBounds => ({
      ...request,
      upTo: row!.upTo,
      divided: dividedQuarters([request.from, request.to, ...moments])
    })),
  /** Sums of lines, named `booked`: several rows for the same key. */
  lines: (at: Summarised) =>
    rowsOf(sql, at, {
      table: "booking_summary",
      columns: `${lineKey}, orders, pieces, total, tax, vouchers, voucher_value, voucher_pieces`,
      select: (orders) => sql`select ${sql.literal(lineColumns)} from ${orders} ${sql.literal(linesOfOrders)}`
    }),
  /** Numbers of orders by the kinds of their lines, named `booked`: several rows for the same key. */
  orders: (at: Summarised) =>
    rowsOf(sql, at, {
      table: "order_summary",
      columns: "order_type, payment_method, till_id, kinds, orders, first_id, last_id",
      select: (orders) =>
        sql`select ${sql.literal(orderColumns)} from ${orders} ${sql.literal(kindsOfOrders)}
          group by ordr.event_id, ordr.booked_at, ordr.order_type, ordr.payment_method, ordr.till_id, ordr.id`
    })
})
