import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Where and when the orders of a benchmark were booked. */
export interface ManyOrders {
  readonly eventId: number
  readonly orders: number
  /** Business days, from 06:00 to 06:00 in UTC; the first begins at `firstDay`. */
  readonly days: number
  /** Number of stalls that the tills are divided among. */
  readonly stalls: number
}

/** The first day of the orders; the event begins with it. */
export const firstDay = "2026-06-01"

/**
 * Fills an event with orders by SQL: of 100 orders 80 are sales for the balance of a tag, six for cash or by card, two
 * cancels, six top-ups, four tickets with a top-up and two pay-outs. Each sale has two or three lines, one in ten a voucher.
 */
export const fillOrders = Effect.fnUntraced(function*(many: ManyOrders) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(fill(many))
  yield* Effect.scoped(Effect.gen(function*() {
    const connection = yield* sql.reserve
    for (const statement of cleaning) yield* connection.executeUnprepared(statement, [], undefined)
  }))
})

/** PostgreSQL may be cleaning the tables by itself, which holds this up for longer than bookings may wait. */
const cleaning = [
  "set statement_timeout = 0",
  "set lock_timeout = 0",
  "vacuum analyze ordr, line_item, posting",
  "reset lock_timeout",
  "reset statement_timeout"
]

const fill = Effect.fnUntraced(function*({ days, eventId, orders, stalls }: ManyOrders) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`set local statement_timeout = 0`
  yield* sql`update event set settings = settings || jsonb_build_object(
      'start_date', ${firstDay}::text || 'T06:00:00.000Z', 'daily_end_time', '06:00:00', 'time_zone', 'UTC',
      'end_date', to_char(${firstDay}::date + ${days}::int, 'YYYY-MM-DD') || 'T06:00:00.000Z'
    ), version = version + 1 where event_id = ${eventId}`
  yield* sql`insert into node (parent, name, description, event_id, parent_ids)
    select ${eventId}, 'Stall ' || n, '', ${eventId}, array[0, ${eventId}::bigint] from generate_series(1, ${stalls}::int) n`
  yield* sql`update till set node_id = stall.id
    from (select id, row_number() over (order by id) - 1 as n from node where parent = ${eventId}) stall
    where till.event_id = ${eventId} and not till.is_virtual and till.id % ${stalls} = stall.n`
  yield* sql`update product set price_in_vouchers = 1 where event_id = ${eventId} and name = 'Beer'`
  yield* sql`create temporary table made as
    select n, n % 100 as kind, ('2026-06-01T06:00:00Z'::timestamptz + n * (${days} * interval '1 day' / ${orders})) as at,
      (array(select id from till where event_id = ${eventId} and not is_virtual order by id))[1 + n % 200] as till_id,
      (array(select id from account where event_id = ${eventId} and type = 'private' order by id limit 5000))[1 + n % 5000]
        as account_id
    from generate_series(0, ${orders}::bigint - 1) n`
  yield* sql`insert into ordr (event_id, id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id,
      cashier_id, customer_account_id, item_count, cancels_order)
    overriding system value
    select ${eventId}, 1000000 + n, gen_random_uuid(), '',
      case when kind < 86 then 'sale' when kind < 88 then 'cancel_sale' when kind < 94 then 'top_up'
        when kind < 98 then 'ticket' else 'pay_out' end,
      case when kind < 80 or kind between 86 and 87 then 'tag' when kind % 2 = 0 then 'cash' else 'sumup' end,
      at, 1, till_id, 1, account_id, 2, case when kind between 86 and 87 then 1000000 + n - 60 end
    from made order by n`
  yield* sql`insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
      tax_rate_id, tax_name, tax_rate, total_price, total_tax, vouchers_redeemed)
    select ${eventId}, 1000000 + n, item, sign * quantity, product.id, coalesce(product.revision_id, 1), line.price, rate.id,
      rate.name, rate.rate, sign * quantity * line.price,
      sign * (quantity * line.price * rate.rate / (10000 + rate.rate)), sign * vouchers
    from made cross join lateral (
      select name, item, quantity, price, vouchers from (values
        ('sale', 'Beer', 0, 2, 100, case when n % 10 = 0 then 1 else 0 end), ('sale', 'Deposit', 1, 2, 200, 0),
        ('sale', 'Water', 2, 1, 150, 0), ('sale', 'Rabatt', 3, 1, -100, 0),
        ('top_up', 'topup', 0, 1, 2000, 0), ('pay_out', 'payout', 0, 1, -1500, 0),
        ('ticket', 'Entrance', 0, 1, 1200, 0), ('ticket', 'topup', 1, 1, 800, 0)
      ) as line (booked, name, item, quantity, price, vouchers)
      where booked = case when kind < 88 then 'sale' when kind < 94 then 'top_up' when kind < 98 then 'ticket' else 'pay_out' end
        and (item <> 2 or n % 3 = 0 or booked <> 'sale') and (item <> 3 or n % 10 = 0)
    ) line
      cross join lateral (select case when kind between 86 and 87 then -1 else 1 end as sign) way
      join product on product.event_id = ${eventId}
        and (product.name = line.name or product.type = line.name or (line.name = 'Rabatt' and product.type = 'discount'))
      join tax_rate rate on rate.event_id = ${eventId} and rate.id = product.tax_rate_id
    order by n, item`
  yield* sql`insert into posting (event_id, order_id, source_account, target_account, amount, vouchers, booked_at)
    select ${eventId}, 1000000 + n, case when kind < 86 then account_id when kind < 88 then sale.id else other.id end,
      case when kind < 86 then sale.id else account_id end,
      500, case when kind < 88 and n % 10 = 0 then 1 else 0 end, at
    from made
      join account sale on sale.event_id = ${eventId} and sale.type = 'sale_exit'
      join account other on other.event_id = ${eventId} and other.type = 'cash_topup_source'
    order by n`
  yield* sql`drop table made`
})
