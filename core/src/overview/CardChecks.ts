import { type Check, money } from "./BalanceChecks.ts"

// Card payments are identified by uuid; without an order there is no id to report.
const cardPayments: Check = `
  select coalesce(due.event_id, payment.event_id) as event_id, 'order paid by card' as object,
    array_remove(array[due.id], null) as ids,
    case when due.id is null then 'an order ' || payment.uuid || ' paid by card'
      else format('a booked %s payment of %s', due.order_type, ${money("due.amount")}) end as expected,
    case when payment.uuid is null then 'none'
      else format('a %s %s payment of %s', payment.status, payment.order_type, ${money("payment.amount")}) end as found
  from (
    select ordr.event_id, ordr.id, ordr.uuid, ordr.order_type, sum(line.total_price) as amount
    from ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
    where ordr.payment_method in ('sumup', 'sumup_online') and ordr.order_type in ('sale', 'top_up', 'ticket')
    group by ordr.event_id, ordr.id
    having sum(line.total_price) > 0
  ) as due full join (
    select * from card_payment where status = 'booked' or exists (
      select from ordr where ordr.event_id = card_payment.event_id and ordr.uuid = card_payment.uuid
        and ordr.payment_method in ('sumup', 'sumup_online')
    )
  ) as payment on payment.event_id = due.event_id and payment.uuid = due.uuid
  where due.id is null or payment.status is distinct from 'booked' or payment.amount <> due.amount
    or payment.order_type <> due.order_type`

const reservedTags: Check = `
  select reserved.event_id, 'reserved tag' as object, array[reserved.user_tag_id] as ids,
    'a ticket sale that waits for its card payment' as expected,
    coalesce(format('one that is %s', payment.status), 'none') as found
  from reserved_tag reserved
    left join card_payment payment on payment.event_id = reserved.event_id and payment.uuid = reserved.order_uuid
  where payment.status is distinct from 'pending' or payment.order_type <> 'ticket'`

/** The checks of orders paid by card. */
export const cardChecks = { "card-payments": cardPayments, "reserved-tags": reservedTags } as const
