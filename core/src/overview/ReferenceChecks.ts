import { systemAccounts } from "../base/Account.ts"
import type { Check } from "./BalanceChecks.ts"

const types = systemAccounts.map(({ type }) => `'${type}'`).join(", ")

/** Lists the missing objects to which a row refers; null if all exist. */
const missing = (...parts: ReadonlyArray<readonly [condition: string, text: string]>) =>
  `nullif(concat_ws('; ', ${
    parts.map(([condition, text]) => `case when ${condition} then ${text} end`).join(", ")
  }), '')`

/** A check for rows of a table that refer to missing objects. */
const dangling = (object: string, columns: string, rows: string, found: string): Check => `
  select event_id, '${object}' as object, ids, 'all it refers to' as expected, found
  from (select ${columns}, ${found} as found from ${rows}) as referring
  where found is not null`

/** The wristband of an order's account at a moment: the first that was valid until later, or the present one. */
const wristbandAt = (moment: string) =>
  `case when has_past then coalesce((
      select past.user_tag_id from user_tag_history past
      where past.event_id = named.event_id and past.account_id = named.customer_account_id
        and past.mapping_was_valid_until >= ${moment}
      order by past.mapping_was_valid_until limit 1
    ), present) else present end`

const orderReferences = dangling(
  "order",
  "ordr.event_id, array[ordr.id] as ids",
  `ordr
    left join till on till.event_id = ordr.event_id and till.id = ordr.till_id
    left join usr on usr.event_id in (ordr.event_id, 0) and usr.id = ordr.cashier_id
    left join account on account.event_id = ordr.event_id and account.id = ordr.customer_account_id
    left join user_tag tag on tag.event_id = ordr.event_id and tag.id = ordr.user_tag_id
    left join cash_register register on register.event_id = ordr.event_id and register.id = ordr.cash_register_id
    left join ordr cancelled on cancelled.event_id = ordr.event_id and cancelled.id = ordr.cancels_order`,
  missing(
    ["till.id is null", "format('no till %s', ordr.till_id)"],
    ["ordr.cashier_id is not null and usr.id is null", "format('no cashier %s', ordr.cashier_id)"],
    [
      "ordr.customer_account_id is not null and account.type is distinct from 'private'",
      "format('no customer %s', ordr.customer_account_id)"
    ],
    ["ordr.user_tag_id is not null and tag.id is null", "format('no tag %s', ordr.user_tag_id)"],
    ["ordr.cash_register_id is not null and register.id is null", "format('no register %s', ordr.cash_register_id)"],
    [
      "ordr.cancels_order is not null and cancelled.order_type is distinct from 'sale'",
      "format('no sale %s to cancel', ordr.cancels_order)"
    ]
  )
)

// By the moment at which an order was stored: those of a demo say that they were booked earlier. A change of a wristband notes
// when it began and may have waited for a booking, so those that were changed in the minute before are right too. An order that
// waited for its card payment names the wristband that it was made with.
const wristbands: Check = `
  with changed as materialized (
    select distinct event_id, account_id from user_tag_history
  ), named as (
    select ordr.event_id, ordr.id, ordr.user_tag_id, ordr.customer_account_id, account.user_tag_id as present,
      changed.account_id is not null as has_past, coalesce(job.created_at, ordr.booked_at) as stored_at,
      (
        select created_at from card_payment payment where payment.event_id = ordr.event_id and payment.uuid = ordr.uuid
      ) as made_at
    from ordr
      join account on account.event_id = ordr.event_id and account.id = ordr.customer_account_id
      left join changed on changed.event_id = ordr.event_id and changed.account_id = ordr.customer_account_id
      left join signing_job job on job.event_id = ordr.event_id and job.order_id = ordr.id
    where ordr.user_tag_id is not null
      and (changed.account_id is not null or account.user_tag_id is distinct from ordr.user_tag_id)
  ), due as (
    select named.*, ${wristbandAt("stored_at")} as held,
      ${wristbandAt("coalesce(made_at, stored_at)")} as held_when_made,
      exists (
        select from user_tag_history past
        where past.event_id = named.event_id and past.account_id = named.customer_account_id
          and past.user_tag_id = named.user_tag_id
          and past.mapping_was_valid_until between stored_at - interval '1 minute' and stored_at
      ) as held_lately
    from named
  )
  select event_id, 'order' as object, array[id] as ids,
    format('wristband %s, which account %s had then', coalesce(held::text, 'none'), customer_account_id) as expected,
    format('wristband %s', user_tag_id) as found
  from due
  where user_tag_id is distinct from held and user_tag_id is distinct from held_when_made and not held_lately`

const lineReferences = dangling(
  "line item of order",
  "line.event_id, array[line.order_id] as ids",
  `line_item line
    left join ordr on ordr.event_id = line.event_id and ordr.id = line.order_id
    left join product_revision revision on revision.event_id = line.event_id and revision.id = line.product_revision_id
    left join tax_rate rate on rate.event_id = line.event_id and rate.id = line.tax_rate_id`,
  missing(
    ["ordr.id is null", "format('line %s: no order', line.item_id)"],
    [
      "revision.product_id is distinct from line.product_id",
      "format('line %s: no revision %s of product %s', line.item_id, line.product_revision_id, line.product_id)"
    ],
    ["rate.id is null", "format('line %s: no tax rate %s', line.item_id, line.tax_rate_id)"]
  )
)

const postingReferences = dangling(
  "posting",
  "posting.event_id, array[posting.id] as ids",
  `posting
    left join account source on source.event_id = posting.event_id and source.id = posting.source_account
    left join account target on target.event_id = posting.event_id and target.id = posting.target_account
    left join ordr on ordr.event_id = posting.event_id and ordr.id = posting.order_id
    left join usr on usr.event_id in (posting.event_id, 0) and usr.id = posting.conducting_user_id
    left join ticket_voucher voucher on voucher.event_id = posting.event_id and voucher.id = posting.ticket_voucher_id`,
  missing(
    ["source.id is null", "format('no account %s', posting.source_account)"],
    ["target.id is null", "format('no account %s', posting.target_account)"],
    ["posting.order_id is not null and ordr.id is null", "format('no order %s', posting.order_id)"],
    ["posting.conducting_user_id is not null and usr.id is null", "format('no user %s', posting.conducting_user_id)"],
    [
      "posting.ticket_voucher_id is not null and voucher.id is null",
      "format('no pre-sale voucher %s', posting.ticket_voucher_id)"
    ]
  )
)

const signingJobs: Check = `
  select coalesce(due.event_id, job.event_id) as event_id, 'order' as object,
    array[coalesce(due.id, job.order_id)] as ids,
    case when due.id is null then 'no signing job' else format('a signing job of till %s', due.till_id) end as expected,
    case when job.order_id is null then 'none' else format('one of till %s', job.till_id) end as found
  from (
    select event_id, id, till_id from ordr where order_type not in ('cashier_shift_start', 'cashier_shift_end')
  ) as due full join signing_job job on job.event_id = due.event_id and job.order_id = due.id
  where due.till_id is distinct from job.till_id`

const customers: Check = `
  select event_id, 'account' as object, array[id] as ids, 'a private account with a customer, and its tag' as expected,
    concat_ws(', ', type, case when not has_customer then 'no customer' end, case when not has_tag then 'no tag' end)
      as found
  from (
    select account.event_id, account.id, account.type, customer.account_id is not null as has_customer,
      account.user_tag_id is null or tag.id is not null as has_tag
    from account
      left join customer on customer.event_id = account.event_id and customer.account_id = account.id
      left join user_tag tag on tag.event_id = account.event_id and tag.id = account.user_tag_id
  ) as known
  where (type = 'private') <> has_customer or not has_tag`

const cashRegisters: Check = `
  select coalesce(register.event_id, account.event_id) as event_id, 'cash register account' as object,
    array[coalesce(account.id, register.account_id)] as ids, 'one register' as expected,
    case when account.id is null then format('register %s without a register account', min(register.id))
      else format('%s registers', count(register.id)) end as found
  from (select event_id, id from account where type = 'cash_register') as account
    full join cash_register register on register.event_id = account.event_id and register.account_id = account.id
  group by register.event_id, account.event_id, account.id, register.account_id
  having account.id is null or count(register.id) <> 1`

const users: Check = `
  select event_id, 'user' as object, ids, 'all they refer to' as expected, found from (
    select nullif(usr.event_id, 0) as event_id, array[usr.id] as ids, ${
  missing(
    [
      "usr.customer_account_id is not null and customer.type is distinct from 'private'",
      "format('no private account %s', usr.customer_account_id)"
    ],
    [
      "usr.transport_account_id is not null and transport.type is distinct from 'transport'",
      "format('no transport account %s', usr.transport_account_id)"
    ],
    ["usr.user_tag_id is not null and tag.id is null", "format('no tag %s', usr.user_tag_id)"],
    [
      "usr.cash_register_id is not null and not exists (select from cash_register register "
      + "where register.id = usr.cash_register_id and usr.event_id in (register.event_id, 0))",
      "format('no register %s', usr.cash_register_id)"
    ],
    [
      "customer.id is not null and customer.user_tag_id is distinct from usr.user_tag_id",
      "format('another tag on account %s', customer.id)"
    ]
  )
} as found
    from usr
      left join account customer on customer.event_id = usr.event_id and customer.id = usr.customer_account_id
      left join account transport on transport.event_id = usr.event_id and transport.id = usr.transport_account_id
      left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id
  ) as referring
  where found is not null`

const systemRows: Check = `
  select event.event_id, 'event' as object, array[event.event_id] as ids, 'one account ' || wanted.type as expected,
    count(account.id)::text as found
  from event cross join unnest(array[${types}]) as wanted (type)
    left join account on account.event_id = event.event_id and account.type = wanted.type
  group by event.event_id, wanted.type having count(account.id) <> 1
  union all
  select product.event_id, 'product', array[product.id], 'its revision and target account',
    concat_ws(', ', case when revision.id is null then 'no revision' end,
      case when product.target_account_id is not null and account.id is null then 'no target account' end)
  from product
    left join product_revision revision on revision.event_id = product.event_id and revision.id = product.revision_id
      and revision.product_id = product.id
    left join account on account.event_id = product.event_id and account.id = product.target_account_id
  where revision.id is null or (product.target_account_id is not null and account.id is null)`

const appendOnly: Check = `
  select null::bigint as event_id, wanted.name as object, array[]::bigint[] as ids,
    'triggers that refuse update, delete and truncate' as expected, 'not all are there' as found
  from unnest(array['ordr', 'line_item', 'posting', 'audit_log']) as wanted (name)
  where (
    -- bits of tgtype: 8 delete, 16 update, 32 truncate
    select bit_or(tgtype::integer) & 56 from pg_trigger
    where tgrelid = to_regclass(wanted.name) and tgfoid = to_regproc('refuse_change') and tgenabled in ('O', 'A')
  ) is distinct from 56`

/** The checks of references without a foreign key, see the migration `journal`. */
export const referenceChecks = {
  "system-accounts": systemRows,
  "order-references": orderReferences,
  "order-wristbands": wristbands,
  "line-references": lineReferences,
  "posting-references": postingReferences,
  "signing-jobs": signingJobs,
  customers,
  "cash-registers": cashRegisters,
  users,
  "append-only": appendOnly
} as const
