import { type Check, legs, money } from "./BalanceChecks.ts"

const change = (amount: string) => `format('%s and 0 vouchers', ${money(amount)})`

// No line says for which customer a top-up is, so all customers of a sale are one side of it, called account 0 here. In
// addition, each top-up must have arrived at a customer of its own, beside the credit that their ticket voucher brought.
const ticketLines: Check = `
  with system as (
    select event_id,
      max(id) filter (where type = 'sale_exit') as sale_exit,
      max(id) filter (where type = 'cash_entry') as cash_entry,
      max(id) filter (where type = 'cash_topup_source') as cash_topup_source,
      max(id) filter (where type = 'sumup_entry') as sumup_entry,
      max(id) filter (where type = 'presale_entry') as presale_entry
    from account where type not in ('private', 'transport', 'cash_register') group by event_id
  ), line as (
    select line.event_id, line.order_id, line.total_price as price, revision.data ->> 'type' as type
    from ordr
      join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
      left join product_revision revision
        on revision.event_id = line.event_id and revision.id = line.product_revision_id
    where ordr.order_type = 'ticket'
  ), sale as (
    select ordr.event_id, ordr.id, ordr.payment_method, ordr.cash_register_id, sum(line.price) as total,
      coalesce(sum(line.price) filter (where line.type = 'ticket'), 0) as tickets,
      coalesce(sum(line.price) filter (where line.type = 'topup'), 0) as top_ups
    from ordr join line on line.event_id = ordr.event_id and line.order_id = ordr.id
    where ordr.order_type = 'ticket'
    group by ordr.event_id, ordr.id
  ), brought as (
    select voucher.event_id, ordr.id as order_id, voucher.customer_account_id as account_id,
      voucher.credit_in_order as amount
    from ticket_voucher voucher
      join ordr on ordr.event_id = voucher.event_id and ordr.uuid = voucher.order_uuid and ordr.order_type = 'ticket'
    where voucher.credit_in_order > 0
  ), arrival as (
    select leg.event_id, leg.order_id, case when account.type = 'private' then 0 else leg.account_id end as side_id,
      leg.account_id, leg.amount, leg.vouchers, leg.id
    from ${legs} as leg
      join ordr on ordr.event_id = leg.event_id and ordr.id = leg.order_id and ordr.order_type = 'ticket'
      left join account on account.event_id = leg.event_id and account.id = leg.account_id
  ), side as (
    select sale.event_id, sale.id as order_id, leg.account_id, leg.amount, 0 as found_amount, 0 as found_vouchers,
      null::bigint as posting_id
    from sale
      left join system on system.event_id = sale.event_id
      left join cash_register register on register.event_id = sale.event_id and register.id = sale.cash_register_id
      cross join lateral (values
        (true, sale_exit, tickets),
        (true, 0, top_ups),
        (true, case payment_method when 'cash' then cash_topup_source when 'sumup' then sumup_entry end, -total),
        (payment_method = 'cash', register.account_id, total),
        (payment_method = 'cash', cash_entry, -total)
      ) as leg (applies, account_id, amount)
    where leg.applies
    union all
    select brought.event_id, brought.order_id, leg.account_id, leg.amount, 0, 0, null
    from brought left join system on system.event_id = brought.event_id
      cross join lateral (values (0, brought.amount), (presale_entry, -brought.amount)) as leg (account_id, amount)
    union all
    select event_id, order_id, side_id, 0, amount, vouchers, id from arrival
  ), wrong as (
    select event_id, order_id, account_id, sum(amount) as amount, sum(found_amount) as found_amount,
      sum(found_vouchers) as found_vouchers, string_agg(posting_id::text, ', ' order by posting_id) as posting_ids
    from side group by event_id, order_id, account_id
    having sum(amount) <> sum(found_amount) or sum(found_vouchers) <> 0
  ), asked as (
    select event_id, order_id, array_agg(price order by price) as amounts from line where type = 'topup' group by 1, 2
  ), arrived as (
    select event_id, order_id, array_agg(amount order by amount) as amounts from (
      select event_id, order_id, sum(amount)::bigint as amount from (
        select event_id, order_id, account_id, amount from arrival where side_id = 0
        union all
        select event_id, order_id, account_id, -amount from brought
      ) as part group by 1, 2, account_id having sum(amount) <> 0
    ) as customer group by 1, 2
  )
  select event_id, 'order' as object, array[order_id] as ids,
    string_agg(
      case account_id when 0 then 'customers: ' else format('account %s: ', coalesce(account_id::text, 'missing')) end
        || ${change("amount")},
      '; ' order by account_id
    ) as expected,
    string_agg(
      case account_id when 0 then 'customers: ' else format('account %s: ', coalesce(account_id::text, 'missing')) end
        || format('%s and %s vouchers', ${money("found_amount")}, found_vouchers)
        || coalesce(format(' by posting %s', posting_ids), ''),
      '; ' order by account_id
    ) as found
  from wrong group by event_id, order_id
  union all
  select coalesce(asked.event_id, arrived.event_id), 'order', array[coalesce(asked.order_id, arrived.order_id)],
    format('top-ups of %s cents', coalesce(array_to_string(asked.amounts, ', '), '0')),
    format('%s cents at customers', coalesce(array_to_string(arrived.amounts, ', '), '0'))
  from asked full join arrived on arrived.event_id = asked.event_id and arrived.order_id = asked.order_id
  where asked.amounts is distinct from arrived.amounts`

const ticketVouchers: Check = `
  select event_id, 'pre-sale voucher' as object, array[id] as ids,
    'a private account, with a tag since a ticket sale' as expected, found
  from (
    select voucher.event_id, voucher.id, nullif(concat_ws('; ',
      case when account.type is distinct from 'private' then format('no customer %s', voucher.customer_account_id) end,
      case when voucher.redeemed_at is not null and ordr.order_type is distinct from 'ticket'
        then format('no ticket sale %s', voucher.order_uuid) end,
      case when voucher.redeemed_at is null and account.user_tag_id is not null
        then format('tag %s, but not redeemed', account.user_tag_id) end
    ), '') as found
    from ticket_voucher voucher
      left join account on account.event_id = voucher.event_id and account.id = voucher.customer_account_id
      left join ordr on ordr.event_id = voucher.event_id and ordr.uuid = voucher.order_uuid
  ) as voucher
  where found is not null`

const presaleCredit: Check = `
  with given as (
    select leg.event_id, leg.order_id, posting.ticket_voucher_id, -leg.amount as amount, leg.id
    from ${legs} as leg
      join account on account.event_id = leg.event_id and account.id = leg.account_id and account.type = 'presale_entry'
      join posting on posting.event_id = leg.event_id and posting.id = leg.id
  ), later as (
    select event_id, ticket_voucher_id as id, sum(amount) as amount from given
    where ticket_voucher_id is not null group by 1, 2
  )
  select coalesce(voucher.event_id, later.event_id) as event_id, 'pre-sale voucher' as object,
    array[coalesce(voucher.id, later.id)] as ids,
    format('%s of credit after the ticket sale', ${
  money("coalesce(voucher.credit_booked - voucher.credit_in_order, 0)")
}) as expected,
    format('%s in postings', ${money("coalesce(later.amount, 0)")}) as found
  from ticket_voucher voucher full join later on later.event_id = voucher.event_id and later.id = voucher.id
  where coalesce(voucher.credit_booked - voucher.credit_in_order, 0) <> coalesce(later.amount, 0)
  union all
  select given.event_id, 'posting', array[given.id], 'credit of a ticket sale or of a pre-sale voucher',
    format('%s of the presale entry account', ${money("given.amount")})
  from given left join ordr on ordr.event_id = given.event_id and ordr.id = given.order_id
  where given.ticket_voucher_id is null and ordr.order_type is distinct from 'ticket'`

const presaleHistory: Check = `
  select voucher.event_id, 'pre-sale voucher' as object, array[voucher.id] as ids,
    format('%s with %s of credit, as the last that is noted', voucher.state, ${money("voucher.credit")}) as expected,
    case when last.state is null then 'nothing noted'
      else format('%s with %s noted', last.state, ${money("last.credit")}) end as found
  from ticket_voucher voucher
    left join lateral (
      select state, credit from ticket_voucher_history noted
      where noted.event_id = voucher.event_id and noted.ticket_voucher_id = voucher.id
      order by noted.id desc limit 1
    ) last on true
  where (last.state, last.credit) is distinct from (voucher.state, voucher.credit)`

/** The checks of ticket sales and of the ticket vouchers they redeem. */
export const ticketChecks = {
  "ticket-lines": ticketLines,
  "ticket-vouchers": ticketVouchers,
  "presale-credit": presaleCredit,
  "presale-history": presaleHistory
} as const
