import { slotOf, type TaxType, untypedSlot } from "../base/TaxType.ts"
import type { Check } from "./BalanceChecks.ts"

const closings: Check = `
  with used as (
    select event_id, till_id, z_nr, count(*) as orders from ordr group by event_id, till_id, z_nr
  )
  select till.event_id, 'till' as object, array[till.id] as ids,
    case when coalesce(used.z_nr, closing.z_nr) < till.z_nr then format('closing %s', coalesce(used.z_nr, closing.z_nr))
      else format('%s as the newest closing, not ended', till.z_nr) end as expected,
    format('%s orders in closing %s, which %s', coalesce(used.orders, 0), coalesce(used.z_nr, closing.z_nr),
      case when closing.z_nr is null then 'is not there' else 'ended' end) as found
  from used full join till_closing closing
      on closing.event_id = used.event_id and closing.till_id = used.till_id and closing.z_nr = used.z_nr
    join till on till.event_id = coalesce(used.event_id, closing.event_id)
      and till.id = coalesce(used.till_id, closing.till_id)
  where (coalesce(used.z_nr, closing.z_nr) < till.z_nr) <> (closing.z_nr is not null)
    or coalesce(used.z_nr, closing.z_nr) > till.z_nr`

/** A booking that began before its till's closing ended may be stored a moment after it. */
const moment = "interval '1 minute'"

// Orders by the moment at which they were stored: those of a demo say that they were booked earlier.
const closingTimes: Check = `
  with ended as (
    select event_id, till_id, z_nr, closed_at, lag(z_nr) over till as number_before, lag(closed_at) over till as ended_before
    from till_closing window till as (partition by event_id, till_id order by z_nr)
  ), stored as (
    select ordr.event_id, ordr.till_id, ordr.z_nr, min(job.created_at) as earliest, max(job.created_at) as latest
    from ordr join signing_job job on job.event_id = ordr.event_id and job.order_id = ordr.id
    group by ordr.event_id, ordr.till_id, ordr.z_nr
  )
  select event_id, 'till' as object, array[till_id] as ids, format('closing %s', number_before + 1) as expected,
    format('closing %s after closing %s', z_nr, number_before) as found
  from ended where z_nr > number_before + 1
  union all
  select event_id, 'till', array[till_id], format('closing %s to end after closing %s, at %s', z_nr, number_before, ended_before),
    format('it ended at %s', closed_at)
  from ended where closed_at < ended_before
  union all
  select event_id, 'till', array[till_id], format('closing %s to end after its last order, stored at %s', z_nr, latest),
    format('it ended at %s', closed_at)
  from ended join stored using (event_id, till_id, z_nr) where latest > closed_at + ${moment}
  union all
  select stored.event_id, 'till', array[stored.till_id],
    format('closing %s to end before the first order of closing %s, stored at %s', before.z_nr, stored.z_nr, earliest),
    format('it ended at %s', before.closed_at)
  from stored join ended before on before.event_id = stored.event_id and before.till_id = stored.till_id
    and before.z_nr = stored.z_nr - 1
  where earliest < before.closed_at - ${moment}`

const devices: Check = `
  select till.event_id, 'till' as object, array[till.id] as ids, 'a signing device in use, or none' as expected,
    format('%s, which is disabled', tse.name) as found
  from till join tse on tse.event_id = till.event_id and tse.id = till.tse_id
  where tse.status = 'disabled'
  union all
  select tse.event_id, 'signing device', array[tse.id], 'a serial number of its own',
    format('that of the signing device %s of event %s', other.id, other.event_id)
  from tse join tse other on lower(other.serial) = lower(tse.serial) and (other.event_id, other.id) <> (tse.event_id, tse.id)
  where tse.status <> 'disabled' and other.status <> 'disabled'
  union all
  select tse.event_id, 'signing device', array[tse.id], 'signing switched on', 'devices in an event that does not sign'
  from tse left join fiscal_settings fiscal on fiscal.event_id = tse.event_id
  where tse.status <> 'disabled' and fiscal.signing_from is null`

const amount = String.raw`-?\d+\.\d\d`

/** Kassenbeleg-V1: five sums, then either nothing or payments, each with its currency unless that is euros. */
const grammar =
  `^Beleg\\^(${amount}_){4}${amount}\\^(${amount}:(Bar|Unbar)(:[A-Z]{3})?(_${amount}:(Bar|Unbar)(:[A-Z]{3})?)*)?$`

/** The payments in the process data. Orders have at most one; several are counted one by one, which takes longer. */
const payments = "split_part(job.process_data, '^', 3)"

/** The amount paid according to the process data, in cents. */
const paid = `case
    when ${payments} = '' then 0
    when position('_' in ${payments}) = 0 then replace(split_part(${payments}, ':', 1), '.', '')::bigint
    else (
      select sum(replace(split_part(part, ':', 1), '.', '')::bigint)
      from string_to_table(${payments}, '_') as part where part <> ''
    ) end`

/** What of it was paid in cash, in cents. */
const paidInCash = `case
    when ${payments} = '' then 0
    when position('_' in ${payments}) = 0 then
      case when split_part(${payments}, ':', 2) = 'Bar' then replace(split_part(${payments}, ':', 1), '.', '')::bigint else 0 end
    else (
      select coalesce(sum(replace(split_part(part, ':', 1), '.', '')::bigint), 0)
      from string_to_table(${payments}, '_') as part where split_part(part, ':', 2) = 'Bar'
    ) end`

/** The place of a line's amount in process data, from 0: that of its rate's tax type when the order was booked. */
const slot = `case when line.order_id > coalesce(rate.typed_after, 0) then case rate.tax_type ${
  (Object.keys(slotOf) as ReadonlyArray<TaxType>).map((type) => `when '${type}' then ${slotOf[type]}`).join(" ")
} else ${untypedSlot} end else ${untypedSlot} end`

/** The five sums of process data for lines, as text. */
const slotsOf = (cents: string, place: string) =>
  [0, 1, 2, 3, 4].map((n) => `round(coalesce(sum(${cents}) filter (where ${place} = ${n}), 0) / 100.0, 2)`)
    .join(" || '_' || ")

/** The sums of an order's lines by rate, and all of them. */
const totals = `(
  select event_id, order_id, sum(cents)::bigint as cents, ${slotsOf("cents", "slot")} as slots
  from (
    select line.event_id, line.order_id, line.total_price as cents, ${slot} as slot
    from line_item line left join rate_types() rate
      on rate.event_id = line.event_id and rate.tax_rate_id = line.tax_rate_id and rate.rate = line.tax_rate
  ) as line group by event_id, order_id
)`

/** The sums by rate in the process data. Cash that is moved may stand in none of them. */
const signedSlots = "split_part(job.process_data, '^', 2)"
const nowhere = "0.00_0.00_0.00_0.00_0.00"

/** The faults of a signature, as text; null if there are none. */
const wrong = `nullif(concat_ws('; ',
    case when tse.id is null and job.status <> 'failure' then format('no signing device %s', job.tse_id) end,
    case when job.tse_epoch > tse.epoch then format('epoch %s of a device at %s', job.tse_epoch, tse.epoch) end,
    case when job.status <> 'new' and fiscal.event_id is null then 'the event never signed' end,
    case when job.status = 'done' and tse.public_key is null then 'by a device without key' end,
    case when job.status = 'done' and octet_length(job.signature) not in (64, 96, 128)
      then format('a signature of %s bytes', octet_length(job.signature)) end,
    case when job.status = 'done' and job.signature_counter <= job.start_counter
      then format('counter %s after %s', job.signature_counter, job.start_counter) end,
    case when job.status = 'done' and job.finished_at < job.started_at then 'finished before it began' end,
    case when job.status = 'done' and job.process_type <> 'Kassenbeleg-V1' then format('of type %s', job.process_type) end,
    case when job.status = 'done' then case
      when job.process_data !~ '${grammar}' then format('process data %s', job.process_data)
      when ${paid} <> coalesce(total.cents, 0)
        then format('%s for lines of %s cents', job.process_data, coalesce(total.cents, 0))
      when ${signedSlots} <> coalesce(total.slots, '${nowhere}') and not (
        ${signedSlots} = '${nowhere}' and ordr.order_type in ('money_transfer', 'money_transfer_imbalance')
      ) then format('%s for lines that come to %s by rate', job.process_data, coalesce(total.slots, '${nowhere}'))
      when ${paidInCash} <> case ordr.payment_method when 'cash' then coalesce(total.cents, 0) else 0 end
        then format('%s for an order paid by %s', job.process_data, ordr.payment_method) end end,
    case when job.status = 'failure' and job.signature is not null and job.failure_reason <> 'bad_signature'
      then format('a signature although it failed: %s', job.failure_reason) end
  ), '')`

const signatures: Check = `
  select event_id, 'order' as object, array[order_id] as ids, 'a signature of its lines by a device of its event' as expected,
    found
  from (
    select job.event_id, job.order_id, ${wrong} as found
    from signing_job job
      left join fiscal_settings fiscal on fiscal.event_id = job.event_id
      left join tse on tse.event_id = job.event_id and tse.id = job.tse_id
      left join ordr on ordr.event_id = job.event_id and ordr.id = job.order_id
      left join ${totals} as total on total.event_id = job.event_id and total.order_id = job.order_id
    where job.status <> 'new'
  ) as signed
  where found is not null
  union all
  select event_id, 'order', array_agg(order_id order by order_id), 'a transaction of its own',
    format('transaction %s of signing device %s', transaction_number, tse_id)
  from signing_job where status = 'done'
  group by event_id, tse_id, transaction_number, signature_counter, finished_at having count(*) > 1`

// A device that lost its memory counts from the beginning again. Its counter also counts what it logs of itself, so that of
// transactions only rises.
const numbers: Check = `
  with known as (
    select event_id, tse_id, transaction_number as number from signing_job where transaction_number is not null
    union
    select event_id, tse_id, transaction_number from tse_orphan where transaction_number is not null
  ), ordered as (
    select event_id, tse_id, order_id, transaction_number as number, started_at, start_counter, signature_counter,
      lag(transaction_number) over device as before, lag(start_counter) over device as start_before,
      lag(order_id) over device as order_before
    from signing_job where transaction_number is not null and tse_id is not null
    window device as (partition by event_id, tse_id order by started_at, transaction_number)
  ), transaction as (
    select *, count(*) filter (where number <= before) over (partition by event_id, tse_id order by started_at, number) as life
    from ordered
  ), gap as (
    select event_id, tse_id, before + 1 as first, number - 1 as last from transaction where number > before + 1
  ), missing as (
    select gap.event_id, gap.tse_id, gap.first, gap.last, (
        select count(*) from known where known.event_id = gap.event_id and known.tse_id = gap.tse_id
          and known.number between gap.first and gap.last
      ) as explained
    from gap
  )
  select event_id, 'signing device' as object, array[tse_id] as ids,
    format('an order or a note for each transaction from %s to %s', first, last) as expected,
    format('none for %s of them', last - first + 1 - explained) as found
  from missing where explained < last - first + 1
  union all
  select tse.event_id, 'signing device', array[tse.id], 'an order or a note for its newest transaction',
    format('none for transaction %s', tse.last_transaction)
  from tse where tse.last_transaction is not null and not exists (
    select from known where known.event_id = tse.event_id and known.tse_id = tse.id and known.number = tse.last_transaction
  )
  union all
  select event_id, 'order', array[order_before, order_id],
    format('a counter above %s at the start of transaction %s of signing device %s', start_before, number, tse_id),
    start_counter::text
  from transaction where number > before and start_counter <= start_before
  union all
  select event_id, 'order', array_agg(distinct order_id), format('counter %s of signing device %s once', counter, tse_id),
    format('it stands at transactions %s', string_agg(distinct number::text, ', '))
  from transaction cross join lateral (values (start_counter), (signature_counter)) as used (counter)
  where counter is not null
  group by event_id, tse_id, life, counter having count(*) > 1`

/** The checks of data that is reported to the tax office. */
export const fiscalChecks = {
  closings,
  "closing-times": closingTimes,
  "signing-devices": devices,
  signatures,
  "signature-numbers": numbers
} as const
