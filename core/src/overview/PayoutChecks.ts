import { type Check, legs, money } from "./BalanceChecks.ts"

const reserved = "coalesce(sum(amount + donation) filter (where status = 'reserved'), 0)"

const payoutReserve: Check = `
  with due as (
    select event_id, ${reserved} as amount from payout group by event_id
  ), found as (
    select account.event_id, account.id, coalesce(sum(leg.amount), 0) as amount
    from account left join ${legs} as leg on leg.event_id = account.event_id and leg.account_id = account.id
    where account.type = 'payout_reserve'
    group by account.event_id, account.id
  )
  select found.event_id, 'payout_reserve account' as object, array[found.id] as ids,
    format('%s, as payouts that are reserved come to', ${money("coalesce(due.amount, 0)")}) as expected,
    ${money("found.amount")}::text as found
  from found left join due on due.event_id = found.event_id
  where found.amount <> coalesce(due.amount, 0)`

const notReserved = `posting.source_account is distinct from payout.customer_account_id
  or posting.amount <> payout.amount + payout.donation`

const payoutRuns: Check = `
  select payout.event_id, 'payout' as object, array[payout.id] as ids,
    format('nothing that a payout run can''t have which is %s, a customer and what was reserved of their money',
      coalesce(run.status, 'not there')) as expected,
    concat_ws(', ', payout.status,
      case when customer.account_id is null then format('no customer %s', payout.customer_account_id) end,
      case when ${notReserved} then format('not reserved by posting %s', payout.reserving_posting_id) end) as found
  from payout left join payout_run run on run.event_id = payout.event_id and run.id = payout.payout_run_id
    left join customer on customer.event_id = payout.event_id and customer.account_id = payout.customer_account_id
    left join posting on posting.event_id = payout.event_id and posting.id = payout.reserving_posting_id
  where customer.account_id is null or ${notReserved} or case run.status
    when 'open' then payout.status not in ('reserved', 'returned')
    when 'done' then payout.status not in ('paid', 'returned')
    when 'revoked' then payout.status not in ('released', 'returned')
    else true
  end`

/** The checks of payouts. */
export const payoutChecks = { "payout-reserve": payoutReserve, "payout-runs": payoutRuns } as const
