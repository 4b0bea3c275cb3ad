import { type Check, money } from "./BalanceChecks.ts"

// Cash that moves together with its register has only a line. Cash that is handed over or counted also has one posting,
// between the register and a transport account or the vault.
const cashOrders: Check = `
  with cash as (
    select ordr.event_id, ordr.id, ordr.order_type, register.account_id as drawer, count(line.item_id) as lines,
      coalesce(sum(line.total_price), 0) as price,
      string_agg(coalesce(revision.data ->> 'type', 'unknown'), ', ' order by line.item_id) as products
    from ordr
      left join cash_register register on register.event_id = ordr.event_id and register.id = ordr.cash_register_id
      left join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
      left join product_revision revision
        on revision.event_id = line.event_id and revision.id = line.product_revision_id
    where ordr.order_type in (
      'money_transfer', 'money_transfer_imbalance', 'cashier_shift_start', 'cashier_shift_end'
    )
    group by ordr.event_id, ordr.id, register.account_id
  ), moved as (
    select cash.*, count(posting.id) as postings, coalesce(sum(posting.vouchers), 0) as vouchers,
      coalesce(sum(
        case drawer when posting.target_account then posting.amount when posting.source_account then -posting.amount end
      ), 0) as amount,
      string_agg(coalesce(other.type, 'unknown'), ', ' order by posting.id) as others
    from cash
      left join posting on posting.event_id = cash.event_id and posting.order_id = cash.id
      left join account other on other.event_id = posting.event_id and other.id =
        case drawer
          when posting.target_account then posting.source_account
          when posting.source_account then posting.target_account
        end
    group by cash.event_id, cash.id, order_type, drawer, lines, price, products
  )
  select event_id, 'order' as object, array[id] as ids,
    case order_type
      when 'money_transfer' then format('%s on one line, moved by one posting or none', ${money("price")})
      when 'money_transfer_imbalance' then format('a difference of %s on one line, settled', ${money("price")})
      else 'neither lines nor postings'
    end as expected,
    format('%s lines (%s)', lines, products) || case when postings = 0 then '' else
      format(', %s postings: %s and %s vouchers with %s', postings, ${money("amount")}, vouchers, others) end as found
  from moved
  where case order_type
    when 'money_transfer' then
      lines = 1 and products = 'money_transfer' and vouchers = 0 and (
        postings = 0 or (
          postings = 1 and amount = price and (others = 'transport' or (others = 'cash_vault' and price < 0))
        )
      )
    when 'money_transfer_imbalance' then
      lines = 1 and products = 'imbalance' and vouchers = 0 and amount = price
      and ((price = 0 and postings = 0) or (postings = 1 and others = 'cash_imbalance'))
    else lines = 0 and postings = 0
  end is not true`

const tillCash: Check = `
  select event_id, 'till' as object, array[id] as ids,
    case when register_id is null then 'no cash, as no register lies in it'
      else format('%s, which register %s holds', ${money("held")}, register_id) end as expected,
    ${money("cash")} || ' by its orders' as found
  from (
    select till.event_id, till.id, till.cash_register_id as register_id, coalesce(max(account.balance), 0) as held,
      coalesce(sum(line.total_price), 0) as cash
    from till
      left join ordr on ordr.event_id = till.event_id and ordr.till_id = till.id and ordr.payment_method = 'cash'
      left join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
      left join cash_register register
        on register.event_id = till.event_id and register.id = till.cash_register_id
      left join account on account.event_id = register.event_id and account.id = register.account_id
    group by till.event_id, till.id
  ) as till
  where cash <> held`

const shifts: Check = `
  with part as (
    select shift.event_id, shift.id, wanted.place, wanted.order_type, wanted.cash, wanted.cashier_id,
      ordr.order_type is not distinct from wanted.order_type
        and ordr.cash_register_id is not distinct from shift.cash_register_id
        and (wanted.cashier_id is null or ordr.cashier_id = wanted.cashier_id)
        and coalesce(sum(line.total_price), 0) = wanted.cash as fits
    from cashier_shift shift
      cross join lateral (values
        (1, shift.close_out_order_id, 'money_transfer', -shift.actual_cash_drawer_balance, null),
        (2, shift.imbalance_order_id, 'money_transfer_imbalance', shift.cash_drawer_imbalance, null),
        (3, shift.shift_end_order_id, 'cashier_shift_end', 0, shift.cashier_id)
      ) as wanted (place, order_id, order_type, cash, cashier_id)
      left join ordr on ordr.event_id = shift.event_id and ordr.id = wanted.order_id
      left join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
    group by shift.event_id, shift.id, wanted.place, wanted.order_type, wanted.cash, wanted.cashier_id, ordr.event_id,
      ordr.id
  )
  select event_id, 'shift' as object, array[id] as ids,
    string_agg(format('an order %s of %s', order_type, ${money("cash")}), '; ' order by place) as expected,
    'none or another' as found
  from part where not fits group by event_id, id`

/** The checks of orders of registers and shifts. */
export const cashChecks = {
  "cash-orders": cashOrders,
  "till-cash": tillCash,
  shifts
} as const
