import { type Check, legs, money } from "./BalanceChecks.ts"

const change = (amount: string, vouchers: string) => `format('%s and %s vouchers', ${money(amount)}, ${vouchers})`

// Line items say where value comes from and goes to; cash also moves between a register and a system account. Order
// types that are not listed are checked elsewhere.
const orderLines: Check = `
  with system as (
    select event_id,
      max(id) filter (where type = 'sale_exit') as sale_exit,
      max(id) filter (where type = 'cash_entry') as cash_entry,
      max(id) filter (where type = 'cash_exit') as cash_exit,
      max(id) filter (where type = 'cash_topup_source') as cash_topup_source,
      max(id) filter (where type = 'sumup_entry') as sumup_entry,
      max(id) filter (where type = 'sumup_online_entry') as sumup_online_entry
    from account where type not in ('private', 'transport', 'cash_register') group by event_id
  ), revision as materialized (
    select event_id, id, (data ->> 'target_account_id')::bigint as target_account_id, data ->> 'type' = 'discount' as is_discount
    from product_revision
  ), line as (
    select ordr.event_id, ordr.id as order_id, ordr.order_type, ordr.payment_method, ordr.customer_account_id,
      ordr.cash_register_id, coalesce(revision.target_account_id, system.sale_exit) as revenue,
      sum(case when revision.is_discount then 0 else line.total_price - line.voucher_value end) as price,
      sum(line.vouchers_redeemed) as vouchers
    from ordr
      join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
      left join revision on revision.event_id = line.event_id and revision.id = line.product_revision_id
      left join system on system.event_id = ordr.event_id
    where ordr.order_type in ('sale', 'cancel_sale', 'top_up', 'pay_out')
    group by ordr.event_id, ordr.id, revenue
  ), side as (
    select line.event_id, line.order_id, leg.account_id, leg.amount, leg.vouchers, 0 as found_amount,
      0 as found_vouchers, null::bigint as posting_id
    from line
      left join system on system.event_id = line.event_id
      left join cash_register register on register.event_id = line.event_id and register.id = line.cash_register_id
      cross join lateral (values
        (true, case when order_type in ('top_up', 'pay_out') then customer_account_id else revenue end, price, 0),
        (true, case
          when payment_method = 'tag' then customer_account_id
          when payment_method = 'cash' then cash_topup_source
          when payment_method = 'sumup' then sumup_entry
          else sumup_online_entry
        end, -price, 0),
        (line.vouchers <> 0, sale_exit, 0, line.vouchers),
        (line.vouchers <> 0, customer_account_id, 0, -line.vouchers),
        (payment_method = 'cash', register.account_id, price, 0),
        (payment_method = 'cash', case when order_type = 'pay_out' then cash_exit else cash_entry end, -price, 0)
      ) as leg (applies, account_id, amount, vouchers)
    where leg.applies
    union all
    select leg.event_id, leg.order_id, leg.account_id, 0, 0, leg.amount, leg.vouchers, leg.id
    from ${legs} as leg join ordr on ordr.event_id = leg.event_id and ordr.id = leg.order_id
    where ordr.order_type in ('sale', 'cancel_sale', 'top_up', 'pay_out')
  ), wrong as (
    select event_id, order_id, account_id, sum(amount) as amount, sum(vouchers) as vouchers,
      sum(found_amount) as found_amount, sum(found_vouchers) as found_vouchers,
      string_agg(posting_id::text, ', ' order by posting_id) as posting_ids
    from side group by event_id, order_id, account_id
    having sum(amount) <> sum(found_amount) or sum(vouchers) <> sum(found_vouchers)
  )
  select event_id, 'order' as object, array[order_id] as ids,
    string_agg(
      format('account %s: ', coalesce(account_id::text, 'missing')) || ${change("amount", "vouchers")},
      '; ' order by account_id
    ) as expected,
    string_agg(
      format('account %s: ', coalesce(account_id::text, 'missing')) || ${change("found_amount", "found_vouchers")}
        || coalesce(format(' by posting %s', posting_ids), ''),
      '; ' order by account_id
    ) as found
  from wrong group by event_id, order_id`

/** The tax in a gross amount, both in whole cents; halves are rounded away from zero. */
const taxIn = (gross: string) =>
  `sign(${gross})::bigint * ((2 * abs(${gross}) * tax_rate + 10000 + tax_rate) / (2 * (10000 + tax_rate)))`

/**
 * SQL for rows of `line_item` with the tax that the decision gives each: rounded once for the lines of an order with one
 * percentage, and spread over them. Their `way` is -1 for a cancel, whose lines are those of the sale negated, and else 1.
 */
export const withDueTax = (lines: string) =>
  `(
  select share.*, way * (floored + case when place <= ${taxIn("gross")} - all_floored then 1 else 0 end) as due_tax
  from (
    select part.*, sum(way * total_price) over by_rate::bigint as gross, sum(floored) over by_rate::bigint as all_floored,
      row_number() over (
        partition by event_id, order_id, tax_rate order by remainder desc, abs(total_price) desc, product_id, item_id
      ) as place
    from (
      select line.*, remainder, (way * total_price * tax_rate - remainder) / (10000 + tax_rate) as floored
      from (${lines}) as line cross join lateral (
        select (way * total_price * tax_rate % (10000 + tax_rate) + 10000 + tax_rate) % (10000 + tax_rate) as remainder
      ) as rest
    ) as part
    window by_rate as (partition by event_id, order_id, tax_rate)
  ) as share
)`

// Before receipts were rounded once for each rate, each line was rounded for itself, and lines stay as they were booked.
const lineAmounts: Check = `
  with doubtful as materialized (
    select distinct event_id, order_id, tax_rate from line_item where total_tax <> ${taxIn("total_price")}
  ), due as materialized (
    select event_id, order_id, item_id, due_tax from ${
  withDueTax(`select line.*, case ordr.order_type when 'cancel_sale' then -1 else 1 end as way
      from doubtful join line_item line using (event_id, order_id, tax_rate)
        left join ordr on ordr.event_id = line.event_id and ordr.id = line.order_id`)
} as taxed where total_tax <> due_tax
  )
  select event_id, 'order' as object, array[order_id] as ids,
    format('line %s: %s with %s tax', item_id, ${money("product_price * quantity")}, ${
  money("coalesce(due_tax, total_tax)")
}) as expected,
    format('%s with %s tax', ${money("total_price")}, ${money("total_tax")}) as found
  from line_item left join due using (event_id, order_id, item_id)
  where total_price <> product_price * quantity or due_tax is not null
  union all
  select ordr.event_id, 'order', array[ordr.id],
    format('%s lines that count from 0', ordr.item_count),
    format('%s lines', coalesce(counted.lines, 0))
      || coalesce(format(' from %s to %s', counted.lowest, counted.highest), '')
  from ordr left join (
    select event_id, order_id, count(*) as lines, min(item_id) as lowest, max(item_id) as highest
    from line_item group by event_id, order_id
  ) as counted on counted.event_id = ordr.event_id and counted.order_id = ordr.id
  where ordr.item_count <> coalesce(counted.lines, 0)
    or counted.lowest <> 0 or counted.highest <> counted.lines - 1
  union all
  select event_id, 'order', array[order_id],
    format('discounts of %s at %s', ${money("-sum(voucher_value)")}, tax_name),
    format('%s', ${money("sum(discount)")})
  from (
    select line.event_id, line.order_id, line.tax_name, line.tax_rate, line.voucher_value,
      case when revision.data ->> 'type' = 'discount' then line.total_price else 0 end as discount
    from line_item line left join product_revision revision
      on revision.event_id = line.event_id and revision.id = line.product_revision_id
  ) as reduced
  group by event_id, order_id, tax_name, tax_rate having sum(voucher_value) + sum(discount) <> 0`

const orderBalances: Check = `
  with changed as (
    select ordr.event_id, ordr.id, ordr.old_balance, ordr.new_balance, ordr.old_vouchers, ordr.new_vouchers,
      coalesce(sum(leg.amount), 0) as amount, coalesce(sum(leg.vouchers), 0) as vouchers,
      max(leg.balance_after) as balance_after, max(leg.vouchers_after) as vouchers_after
    from ordr left join ${legs} as leg
      on leg.event_id = ordr.event_id and leg.order_id = ordr.id and leg.account_id = ordr.customer_account_id
    where ordr.customer_account_id is not null
    group by ordr.event_id, ordr.id
  )
  select event_id, 'order' as object, array[id] as ids,
    ${change("amount", "vouchers")} || coalesce(' up to ' || ${
  change("balance_after", "vouchers_after")
}, '') as expected,
    case when old_balance is null then 'no balances' else
      'from ' || ${change("old_balance", "old_vouchers")} || ' to ' || ${change("new_balance", "new_vouchers")}
    end as found
  from changed
  where new_balance - old_balance is distinct from amount or new_vouchers - old_vouchers is distinct from vouchers
    or new_balance <> balance_after or new_vouchers <> vouchers_after
  union all
  select event_id, 'order', array[id], 'no balances without a customer', ${change("new_balance", "new_vouchers")}
  from ordr where customer_account_id is null
    and (old_balance is not null or new_balance is not null or old_vouchers is not null or new_vouchers is not null)`

const cancelledOrders: Check = `
  with pair as (
    select event_id, cancels_order as original, id as cancel from ordr where cancels_order is not null
  ), member as (
    select event_id, original, cancel, original as order_id from pair
    union all
    select event_id, original, cancel, cancel from pair
  )
  select member.event_id, 'order' as object, array[original, cancel] as ids,
    format('account %s: ', leg.account_id) || ${change("0", "0")} as expected,
    ${change("sum(leg.amount)", "sum(leg.vouchers)")} as found
  from member join ${legs} as leg on leg.event_id = member.event_id and leg.order_id = member.order_id
  group by member.event_id, original, cancel, leg.account_id
  having sum(leg.amount) <> 0 or sum(leg.vouchers) <> 0
  union all
  select member.event_id, 'order', array[original, cancel],
    format('line %s: 0 of %s', line.item_id, ${money("0")}),
    format('%s of %s', sum(line.quantity), ${money("sum(line.total_price)")})
  from member join line_item line on line.event_id = member.event_id and line.order_id = member.order_id
  group by member.event_id, original, cancel, line.item_id
  having sum(line.quantity) <> 0 or sum(line.total_price) <> 0 or sum(line.total_tax) <> 0
    or sum(line.vouchers_redeemed) <> 0 or sum(line.voucher_value) <> 0
    or count(distinct (line.product_id, line.product_price, line.tax_rate)) <> 1`

/** The checks of orders. */
export const orderChecks = {
  "order-lines": orderLines,
  "line-amounts": lineAmounts,
  "order-balances": orderBalances,
  "cancelled-orders": cancelledOrders
} as const
