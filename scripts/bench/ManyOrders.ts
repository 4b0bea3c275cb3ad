import { withDueTax } from "@wristbank/core/overview/OrderChecks"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { withoutIndexes } from "./RebuiltIndexes.ts"

/** Where and when the orders of a benchmark were booked. */
export interface ManyOrders {
  readonly eventId: number
  /** A multiple of 100. */
  readonly orders: number
  /** The event's first day, as YYYY-MM-DD. */
  readonly firstDay: string
  /** Business days, from 06:00 to 06:00 in UTC. */
  readonly days: number
  /** When the last order was booked, as ISO 8601; without it that is the event's end. */
  readonly until?: string
  /** Number of stalls that the tills are divided among. */
  readonly stalls: number
  /** Orders that are made at once, a multiple of 100. */
  readonly atOnce?: number
}

/**
 * Fills an event with orders by SQL, as if they had been booked: of 100 orders 80 are sales for the balance of a tag, six for
 * cash or by card, two cancels, six top-ups, four tickets with a top-up and two pay-outs. Each sale has two or three lines, one
 * in ten a voucher. Every invariant of the ledger holds afterwards.
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
  "vacuum analyze account, card_payment, line_item, ordr, posting, signing_job",
  "reset lock_timeout",
  "reset statement_timeout"
]

const fill = Effect.fnUntraced(function*(many: ManyOrders) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`set local statement_timeout = 0`
  yield* stall(many)
  yield* meet(many)
  yield* withoutIndexes(["card_payment", "line_item", "ordr", "posting", "signing_job"], book(many))
  yield* sql`update account set balance = held.balance, vouchers = held.vouchers
    from (
      select account_id, balance, vouchers from filled_guest union all select drawer_id, cash, 0 from filled_till
    ) held
    where account.event_id = ${many.eventId} and account.id = held.account_id`
  yield* sql`drop table filled_guest, filled_till, filled_order`
})

const book = Effect.fnUntraced(function*(many: ManyOrders) {
  const { atOnce = 200_000, orders } = many
  for (let first = 0; first < orders; first += atOnce) {
    yield* decide(many, first, Math.min(atOnce, orders - first))
    yield* storeOrders(many.eventId)
    yield* storeLines(many.eventId)
    yield* storePostings(many.eventId)
    yield* carryOver
  }
})

/** The event's time, and stalls with the tills. */
const stall = Effect.fnUntraced(function*({ days, eventId, firstDay, stalls }: ManyOrders) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update event set settings = settings || jsonb_build_object(
      'start_date', ${firstDay}::text || 'T06:00:00.000Z', 'daily_end_time', '06:00:00', 'time_zone', 'UTC',
      'end_date', to_char(${firstDay}::date + ${days}::int, 'YYYY-MM-DD') || 'T06:00:00.000Z'
    ), version = version + 1 where event_id = ${eventId}`
  yield* sql`insert into node (parent, name, description, event_id, parent_ids)
    select ${eventId}, 'Stall ' || n, '', ${eventId}, array[0, ${eventId}::bigint] from generate_series(1, ${stalls}::int) n`
  yield* sql`update till set node_id = stall.id
    from (select id, row_number() over (order by id) - 1 as n from node where parent = ${eventId}) stall
    where till.event_id = ${eventId} and not till.is_virtual and till.id % ${stalls} = stall.n`
  yield* sql`update product set price_in_vouchers = 1, version_id = null where event_id = ${eventId} and name = 'Beer'`
})

/** Guests and tills with what they hold. Every guest gets vouchers: more than they use, as each order takes one at most. */
const meet = Effect.fnUntraced(function*({ eventId, firstDay, orders }: ManyOrders) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create temporary table filled_guest as
    select row_number() over (order by id) - 1 as at, id as account_id, user_tag_id, balance,
      (vouchers + 3 + ${orders}::bigint / count(*) over ())::integer as vouchers
    from account where event_id = ${eventId} and type = 'private'`
  yield* sql`insert into posting (event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at,
      target_balance, target_vouchers)
    select ${eventId}, 1, source.id, account.id, 0, guest.vouchers - account.vouchers, ${firstDay}::text::timestamptz,
      guest.balance, guest.vouchers
    from filled_guest guest
      join account on account.event_id = ${eventId} and account.id = guest.account_id
      join account source on source.event_id = ${eventId} and source.type = 'voucher_create'
    order by account.id`
  yield* sql`create temporary table filled_till as
    select row_number() over (order by till.id) - 1 as at, till.id as till_id, till.z_nr, usr.id as cashier_id,
      register.id as register_id, register.account_id as drawer_id, account.balance as cash
    from till
      join cash_register register on register.event_id = till.event_id and register.id = till.cash_register_id
      join account on account.event_id = till.event_id and account.id = register.account_id
      join usr on usr.cash_register_id = register.id
    where till.event_id = ${eventId}`
  yield* sql`create temporary table filled_order (
    id bigint, uuid uuid, cancels_order bigint, order_type text, payment_method text, booked_at timestamptz, n bigint,
    till_id bigint, z_nr integer, cashier_id bigint, register_id bigint, drawer_id bigint, guest_id bigint, customer_id bigint,
    user_tag_id bigint, total bigint, used integer, old_balance bigint, new_balance bigint, old_vouchers integer,
    new_vouchers integer, cash bigint
  )`
  yield* sql`analyze filled_guest, filled_till`
})

/**
 * Decides orders. `n` is the order's number, or that of the sale that a cancel is for: it says who buys what where. In each
 * round through the guests every guest has an order of another kind, and so has every till.
 */
const decide = Effect.fnUntraced(
  function*({ days, firstDay, orders, until }: ManyOrders, first: number, count: number) {
    const sql = yield* SqlClient.SqlClient
    const begin = `${firstDay}T06:00:00Z`
    yield* sql`truncate filled_order`
    yield* sql`insert into filled_order
      with listed as (
        select at, case when at % 100 in (86, 87) then at - 60 else at end as n,
          case when at % 100 < 86 then 'sale' when at % 100 < 88 then 'cancel_sale' when at % 100 < 94 then 'top_up'
            when at % 100 < 98 then 'ticket' else 'pay_out' end as order_type,
          case when at % 100 < 80 or at % 100 in (86, 87) then 'tag' when at % 2 = 0 or at % 100 = 99 then 'cash'
            else 'sumup' end as payment_method
        from generate_series(${first}::bigint, ${first + count - 1}::bigint) at
      ), used as (
        select *, case when order_type in ('sale', 'cancel_sale') and n % 10 = 0 and n % 100 < 80 then 1 else 0 end as used
        from listed
      ), priced as (
        select *, case order_type when 'pay_out' then -1500 when 'top_up' then 2000 when 'ticket' then 2000
          else (600 + case when n % 3 = 0 then 150 else 0 end - 100 * used)
            * case order_type when 'cancel_sale' then -1 else 1 end end as total
        from used
      ), changed as (
        select *, case when payment_method = 'tag' then -total when order_type in ('top_up', 'pay_out') then total
            when order_type = 'ticket' then 800 else 0 end as change,
          case payment_method when 'cash' then total else 0 end as cash_change
        from priced
      )
      select opened.id + changed.at, gen_random_uuid(), case order_type when 'cancel_sale' then opened.id + n end, order_type,
        payment_method, ${begin}::text::timestamptz + changed.at * (opened.span / ${orders}), n, till.till_id, till.z_nr,
        till.cashier_id, case payment_method when 'cash' then till.register_id end, till.drawer_id, guest.account_id,
        case when order_type <> 'sale' or payment_method = 'tag' then guest.account_id end, guest.user_tag_id, total, used,
        guest.balance + sum(change) over guests - change, guest.balance + sum(change) over guests,
        guest.vouchers - sum(used) over guests + used, guest.vouchers - sum(used) over guests,
        till.cash + sum(cash_change) over tills
      from changed
        cross join (
          select coalesce(pg_sequence_last_value(pg_get_serial_sequence('ordr', 'id')), 0) + 1 - ${first}::bigint as id,
            coalesce(${until ?? null}::text::timestamptz, ${begin}::text::timestamptz + ${days} * interval '1 day')
              - ${begin}::text::timestamptz as span,
            (select count(*) from filled_guest) as guests, (select count(*) from filled_till) as tills
        ) opened
        join filled_guest guest on guest.at = (n * 7919 + n / opened.guests) % opened.guests
        join filled_till till on till.at = (n + n / opened.tills) % opened.tills
      window guests as (partition by guest.at order by changed.at), tills as (partition by till.at order by changed.at)
      order by changed.at`
    yield* sql`select setval(pg_get_serial_sequence('ordr', 'id'), max(id)) from filled_order`
    yield* sql`analyze filled_order`
  }
)

/** Orders with their signing jobs and card payments. */
const storeOrders = Effect.fnUntraced(function*(eventId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into ordr (event_id, id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id,
      cashier_id, customer_account_id, user_tag_id, cash_register_id, cancels_order, item_count, old_balance, new_balance,
      old_vouchers, new_vouchers, buttons)
    overriding system value
    select ${eventId}, id, uuid, encode(sha256(uuid::text::bytea), 'hex'), order_type, payment_method, booked_at, z_nr,
      till_id, cashier_id, customer_id, case when customer_id is not null then user_tag_id end, register_id, cancels_order,
      case order_type when 'ticket' then 2 when 'top_up' then 1 when 'pay_out' then 1
        else 2 + used + case when n % 3 = 0 then 1 else 0 end end,
      case when customer_id is not null then old_balance end, case when customer_id is not null then new_balance end,
      case when customer_id is not null then old_vouchers end, case when customer_id is not null then new_vouchers end,
      case order_type when 'sale' then pressed.buttons end
    from filled_order cross join (
      select jsonb_agg(jsonb_build_object('till_button_id', id, 'quantity', 1) order by id) as buttons
      from till_button where event_id = ${eventId}
    ) pressed
    order by id`
  yield* sql`insert into signing_job (event_id, order_id, till_id, created_at)
    select ${eventId}, id, till_id, booked_at from filled_order order by id`
  yield* sql`insert into card_payment (event_id, uuid, order_type, payment_type, amount, currency, status, verification,
      till_id, cashier_id, z_nr, customer_account_id, request_hash, created_at, check_interval)
    select ${eventId}, uuid, order_type, 'sumup_terminal', total, 'EUR', 'booked', 'verified', till_id, cashier_id, z_nr,
      customer_id, encode(sha256(uuid::text::bytea), 'hex'), booked_at, 0
    from filled_order where payment_method = 'sumup' order by id`
})

/** The lines of the orders; their `way` is -1 for a cancel. */
const lines = (eventId: number) =>
  `select product.event_id, filled.id as order_id, line.item as item_id, line.price, way, product.id as product_id,
    product.revision_id, rate.id as tax_rate_id, rate.name as tax_name, rate.rate as tax_rate, way * line.quantity as quantity,
    way * line.quantity * line.price as total_price, case line.product when 'Beer' then way * filled.used else 0 end as vouchers,
    case line.product when 'Beer' then way * filled.used * line.price else 0 end as voucher_value
  from filled_order filled cross join lateral (
      values ('sale', 'Beer', 0, 2, 100, true), ('sale', 'Deposit', 1, 2, 200, true),
        ('sale', 'Water', 2, 1, 150, filled.n % 3 = 0),
        ('sale', 'discount', case when filled.n % 3 = 0 then 3 else 2 end, 1, -100, filled.used = 1),
        ('top_up', 'topup', 0, 1, 2000, true), ('pay_out', 'payout', 0, 1, -1500, true),
        ('ticket', 'Entrance', 0, 1, 1200, true), ('ticket', 'topup', 1, 1, 800, true)
    ) as line (booked, product, item, quantity, price, applies)
    cross join lateral (select case filled.order_type when 'cancel_sale' then -1 else 1 end as way) signed
    join product on product.event_id = ${eventId} and line.product in (product.name, product.type)
    join product paid on paid.event_id = ${eventId}
      and paid.name = case line.product when 'discount' then 'Beer' else product.name end
    join tax_rate rate on rate.event_id = ${eventId} and rate.id = paid.tax_rate_id
  where line.applies and line.booked = case filled.order_type when 'cancel_sale' then 'sale' else filled.order_type end`

const storeLines = Effect.fnUntraced(function*(eventId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
      tax_rate_id, tax_name, tax_rate, total_price, total_tax, vouchers_redeemed, voucher_value)
    select event_id, order_id, item_id, quantity, product_id, revision_id, price, tax_rate_id, tax_name, tax_rate, total_price,
      due_tax, vouchers, voucher_value
    from ${sql.literal(withDueTax(lines(eventId)))} as line
    order by order_id, item_id`
})

/** Postings with the balances of guests and drawers after each order. */
const storePostings = Effect.fnUntraced(function*(eventId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into posting (event_id, order_id, source_account, target_account, amount, vouchers, booked_at,
      source_balance, source_vouchers, target_balance, target_vouchers)
    select ${eventId}, id, leg.source, leg.target, leg.amount, leg.vouchers, booked_at,
      case leg.source when guest_id then new_balance when drawer_id then cash end,
      case leg.source when guest_id then new_vouchers when drawer_id then 0 end,
      case leg.target when guest_id then new_balance when drawer_id then cash end,
      case leg.target when guest_id then new_vouchers when drawer_id then 0 end
    from filled_order
      cross join (
        select max(id) filter (where type = 'sale_exit') as sale_exit, max(id) filter (where type = 'cash_entry') as cash_entry,
          max(id) filter (where type = 'cash_exit') as cash_exit, max(id) filter (where type = 'sumup_entry') as sumup_entry,
          max(id) filter (where type = 'cash_topup_source') as cash_topup_source
        from account where event_id = ${eventId}
      ) system
      cross join lateral (
        select case payment_method when 'tag' then guest_id when 'cash' then cash_topup_source else sumup_entry end as payer
      ) paid
      cross join lateral (
        values (1, payment_method = 'cash' and total > 0, cash_entry, drawer_id, total, 0),
          (1, order_type = 'pay_out', drawer_id, cash_exit, -total, 0),
          (2, order_type = 'pay_out', guest_id, cash_topup_source, -total, 0),
          (2, order_type = 'sale', payer, sale_exit, total, 0), (3, used = 1, guest_id, sale_exit, 0, used),
          (2, order_type = 'cancel_sale', sale_exit, guest_id, -total, 0), (2, order_type = 'top_up', payer, guest_id, total, 0),
          (2, order_type = 'ticket', payer, sale_exit, 1200, 0), (3, order_type = 'ticket', payer, guest_id, 800, 0)
      ) as leg (place, applies, source, target, amount, vouchers)
    where leg.applies
    order by id, leg.place`
})

/** What guests and tills hold after these orders. A table of its own, as updates would leave many dead rows until the commit. */
const carryOver = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create temporary table carried as
    select at, account_id, user_tag_id, (guest.balance + coalesce(moved.balance, 0))::bigint as balance,
      (guest.vouchers + coalesce(moved.vouchers, 0))::integer as vouchers
    from filled_guest guest left join (
      select guest_id, sum(new_balance - old_balance) as balance, sum(new_vouchers - old_vouchers) as vouchers
      from filled_order group by guest_id
    ) moved on moved.guest_id = guest.account_id`
  yield* sql`drop table filled_guest`
  yield* sql`alter table carried rename to filled_guest`
  yield* sql`update filled_till set cash = filled_till.cash + moved.cash
    from (select till_id, sum(total) as cash from filled_order where payment_method = 'cash' group by till_id) moved
    where moved.till_id = filled_till.till_id`
  yield* sql`analyze filled_guest`
})
