import { guardedTypes } from "../base/Account.ts"
import { isForeign } from "../sql/TransactionCursor.ts"

/** A query for violations, as rows (event_id, object, ids, expected, found). */
export type Check = string

/** An SQL expression that prints an amount of cents. */
export const money = (cents: string): string => `round((${cents}) / 100.0, 2)`

const guarded = guardedTypes.map((type) => `'${type}'`).join(", ")

/** SQL for the cursor of the roll-up. */
const cursor = "(select up_to from rollup_cursor)"

/**
 * Both sides of every posting, in SQL: the change of one account, and the account's balance after the journal entry.
 */
export const legs = `(
  select event_id, id, order_id, conducting_user_id, transaction_id, booked_at, source_account as account_id,
    -amount as amount, -vouchers as vouchers, source_balance as balance_after, source_vouchers as vouchers_after
  from posting
  union all
  select event_id, id, order_id, conducting_user_id, transaction_id, booked_at, target_account,
    amount, vouchers, target_balance, target_vouchers
  from posting
)`

const holding = (balance: string, vouchers: string) => `format('%s and %s vouchers', ${money(balance)}, ${vouchers})`

const sumZero: Check = `
  with part as (
    select event_id, balance, vouchers from account where type in (${guarded})
    union all
    select event_id, balance, vouchers from account_rollup
    union all
    select leg.event_id, leg.amount, leg.vouchers
    from ${legs} as leg left join account on account.event_id = leg.event_id and account.id = leg.account_id
    where leg.transaction_id >= ${cursor} and (account.type is null or account.type not in (${guarded}))
  )
  select event_id, 'event' as object, array[event_id] as ids, ${holding("0", "0")} as expected,
    ${holding("sum(balance)", "sum(vouchers)")} as found
  from part group by event_id having sum(balance) <> 0 or sum(vouchers) <> 0`

const accountBalance: Check = `
  with total as (
    select event_id, account_id, sum(amount) as amount, sum(vouchers) as vouchers from ${legs} as leg group by 1, 2
  )
  select account.event_id, account.type || ' account' as object, array[account.id] as ids,
    ${holding("coalesce(total.amount, 0)", "coalesce(total.vouchers, 0)")} as expected,
    ${holding("account.balance", "account.vouchers")} as found
  from account left join total on total.event_id = account.event_id and total.account_id = account.id
  where account.type in (${guarded})
    and (account.balance <> coalesce(total.amount, 0) or account.vouchers <> coalesce(total.vouchers, 0))`

// A journal entry is an order, or, without an order, what one transaction stored for an account at one moment: a
// statement has at most one entry of a guarded account. Postings of an account get their ids under its lock, so the ids
// ascend.
const balanceChain: Check = `
  with entry as (
    select leg.event_id, leg.account_id, min(leg.id) as first_id, array_agg(leg.id order by leg.id) as ids,
      sum(leg.amount) as amount, sum(leg.vouchers) as vouchers,
      min(leg.balance_after) as balance_after, min(leg.vouchers_after) as vouchers_after,
      count(leg.balance_after) = count(*) and count(leg.vouchers_after) = count(*)
        and min(leg.balance_after) = max(leg.balance_after)
        and min(leg.vouchers_after) = max(leg.vouchers_after) as noted
    from ${legs} as leg join account on account.event_id = leg.event_id and account.id = leg.account_id
    where account.type in (${guarded})
    group by leg.event_id, leg.account_id, leg.order_id,
      case when leg.order_id is null then leg.transaction_id end, case when leg.order_id is null then leg.booked_at end
  ), link as (
    select *, lag(balance_after, 1, 0::bigint) over chain + amount as due,
      lag(vouchers_after, 1, 0) over chain + vouchers as vouchers_due
    from entry window chain as (partition by event_id, account_id order by first_id)
  )
  select event_id, 'posting' as object, ids,
    format('account %s then holds ', account_id) || ${holding("due", "vouchers_due")} as expected,
    case when noted then ${holding("balance_after", "vouchers_after")} else 'no single balance' end as found
  from link where not noted or balance_after is distinct from due or vouchers_after is distinct from vouchers_due
  union all
  select leg.event_id, 'posting', array[leg.id], format('no balance noted of the derived account %s', leg.account_id),
    ${holding("leg.balance_after", "leg.vouchers_after")}
  from ${legs} as leg join account on account.event_id = leg.event_id and account.id = leg.account_id
  where account.type not in (${guarded}) and (leg.balance_after is not null or leg.vouchers_after is not null)`

/** SQL that finds a cursor ahead of the transactions. */
export const cursorCheck = (table: string, object: string): Check => `
  select null, '${object}', array[up_to],
    format('at most %s, the next transaction', pg_snapshot_xmax(pg_current_snapshot())), up_to::text
  from ${table} where ${isForeign}`

const rollUp: Check = `
  with total as (
    select leg.event_id, leg.account_id, sum(leg.amount) as amount, sum(leg.vouchers) as vouchers
    from ${legs} as leg join account on account.event_id = leg.event_id and account.id = leg.account_id
    where leg.transaction_id < ${cursor} and account.type not in (${guarded})
    group by 1, 2
  )
  select event_id, 'rolled up account' as object, array[account_id] as ids,
    ${holding("coalesce(total.amount, 0)", "coalesce(total.vouchers, 0)")} as expected,
    ${holding("coalesce(rolled.balance, 0)", "coalesce(rolled.vouchers, 0)")} as found
  from total full join account_rollup as rolled using (event_id, account_id)
  where coalesce(total.amount, 0) <> coalesce(rolled.balance, 0)
    or coalesce(total.vouchers, 0) <> coalesce(rolled.vouchers, 0)
  union all
  ${cursorCheck("rollup_cursor", "roll-up cursor")}`

const cashSources: Check = `
  with total as (
    select account.event_id,
      coalesce(sum(leg.amount) filter (where account.type = 'cash_topup_source'), 0) as given,
      coalesce(sum(leg.amount) filter (where account.type <> 'cash_topup_source'), 0) as cash
    from account join ${legs} as leg on leg.event_id = account.event_id and leg.account_id = account.id
    where account.type in ('cash_topup_source', 'cash_entry', 'cash_exit')
    group by account.event_id
  )
  select event_id, 'event' as object, array[event_id] as ids,
    format('cash_entry + cash_exit = %s', ${money("cash")}) as expected,
    format('cash_topup_source = %s', ${money("given")}) as found
  from total where given <> cash`

const neverNegative: Check = `
  select event_id, type || ' account' as object, array[id] as ids, 'nothing below 0' as expected,
    ${holding("balance", "vouchers")} as found
  from account where type in ('private', 'transport') and (balance < 0 or vouchers < 0)
  union all
  select leg.event_id, 'posting', array[leg.id], format('nothing below 0 left on account %s', leg.account_id),
    ${holding("leg.balance_after", "leg.vouchers_after")}
  from ${legs} as leg join account on account.event_id = leg.event_id and account.id = leg.account_id
  where account.type in ('private', 'transport') and (leg.balance_after < 0 or leg.vouchers_after < 0)`

/** The checks of balances. */
export const balanceChecks = {
  "sum-zero": sumZero,
  "account-balance": accountBalance,
  "balance-chain": balanceChain,
  "roll-up": rollUp,
  "cash-sources": cashSources,
  "never-negative": neverNegative
} as const
