import { Context, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Numbers of orders in one part of a reading: the database sums them in a few milliseconds. Large events have larger parts. */
export const OrdersInPart = Context.Reference<number>("core/reference/OrdersInPart", { defaultValue: () => 2_000 })

/** The most parts of one reading. */
const mostParts = 2_000

interface Within {
  readonly eventId: unknown
  readonly from: unknown
  /** Not included. */
  readonly to: unknown
}

/**
 * SQL that sums orders part by part and gives way to bookings between two parts (`give_way`). A part is a range of order
 * numbers, as rows of `part`; each part is summed in a lateral subquery, and their sums are added up.
 */
export const orderParts = (sql: SqlClient.SqlClient, ordersInPart: number) => {
  const ranges = (bounds: Statement.Fragment) =>
    sql`(
      select number as first_id, number + size.numbers - 1 as last_id, give_way() as rested
      from ${bounds}
        cross join lateral (
          select greatest(${ordersInPart}::bigint, (bound.last_id - bound.first_id) / ${mostParts}::bigint) as numbers
        ) size
        cross join lateral generate_series(bound.first_id, bound.last_id, size.numbers) number
    ) part`

  return {
    /** Parts of the orders between two numbers, both included. */
    between: (firstId: unknown, lastId: unknown) =>
      ranges(sql`(select ${firstId}::bigint as first_id, ${lastId}::bigint as last_id) bound`),
    /**
     * Parts of all orders of a period, and of some others: numbers ascend with the time, but not strictly. Where the event
     * has no order outside the period, which the summary of the times says at once, its own numbers bound the parts.
     */
    within: ({ eventId, from, to }: Within) =>
      ranges(sql`(
        with inside as materialized (
          select min(id + 0) as first_id, max(id + 0) as last_id from ordr
          where event_id = ${eventId} and booked_at >= ${from} and booked_at < ${to}
        ), others as materialized (
          select exists (
            select from ordr where event_id = ${eventId} and (booked_at < ${from} or booked_at >= ${to})
          ) as found
        )
        select
          case when found then (select first_id from inside)
            else (select min(id) from ordr where event_id = ${eventId}) end as first_id,
          case when found then (select last_id from inside)
            else (select max(id) from ordr where event_id = ${eventId}) end as last_id
        from others
      ) bound`),
    /**
     * The orders of a part as `ordr` with their lines as `line`. Conditions on other columns that have an index say `+ 0`: a plan
     * would look up each till in each part.
     */
    lines: sql.literal(`ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
      and ordr.id between part.first_id and part.last_id and line.order_id between part.first_id and part.last_id`),
    /**
     * Plans a statement of parts for as many orders as a part has. A plan can't tell, expects few, and would look up the lines
     * of each order and sort them all, or read a table as a whole for the bounds.
     */
    planned: <A, E, R>(reading: Effect.Effect<A, E, R>) =>
      Effect.andThen(
        sql`select set_config('enable_nestloop', 'off', true), set_config('enable_sort', 'off', true),
          set_config('enable_seqscan', 'off', true)`,
        Effect.tap(
          reading,
          () =>
            sql`select set_config('enable_nestloop', 'on', true), set_config('enable_sort', 'on', true),
            set_config('enable_seqscan', 'on', true)`
        )
      )
  }
}
