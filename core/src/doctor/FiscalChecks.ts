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
        then format('%s for lines of %s cents', job.process_data, coalesce(total.cents, 0)) end end
  ), '')`

const signatures: Check = `
  select event_id, 'order' as object, array[order_id] as ids, 'a signature of its lines by a device of its event' as expected,
    found
  from (
    select job.event_id, job.order_id, ${wrong} as found
    from signing_job job
      left join fiscal_settings fiscal on fiscal.event_id = job.event_id
      left join tse on tse.event_id = job.event_id and tse.id = job.tse_id
      left join (
        select event_id, order_id, sum(total_price)::bigint as cents from line_item group by event_id, order_id
      ) as total on total.event_id = job.event_id and total.order_id = job.order_id
    where job.status <> 'new'
  ) as signed
  where found is not null
  union all
  select event_id, 'order', array_agg(order_id order by order_id), 'a transaction of its own',
    format('transaction %s of signing device %s', transaction_number, tse_id)
  from signing_job where status = 'done'
  group by event_id, tse_id, transaction_number, signature_counter, finished_at having count(*) > 1`

/** The checks of data that is reported to the tax office. */
export const fiscalChecks = { closings, "signing-devices": devices, signatures } as const
