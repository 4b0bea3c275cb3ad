import type { Check } from "./BalanceChecks.ts"

/** The columns that a row and the version that it shows have in common, as text. */
const fields = `(
    select * from (
      select 'product' as object, row.event_id, row.id, row.version_id,
        concat_ws(', ', 'price ' || coalesce(row.price::text, 'typed'), 'tax rate ' || row.tax_rate_id, 'vouchers ' || row.price_in_vouchers,
          'account ' || row.target_account_id, 'not for ' || nullif(array_to_string(row.variant_ids, ' '), '')) as found,
        concat_ws(', ', 'price ' || coalesce(shown.content->>'price', 'typed'), 'tax rate ' || (shown.content->>'tax_rate_id'),
          'vouchers ' || (shown.content->>'price_in_vouchers'), 'account ' || (shown.content->>'target_account_id'),
          'not for ' || nullif(array_to_string(array(select jsonb_array_elements_text(shown.content->'variant_ids')), ' '), '')
        ) as expected
      from product row left join catalogue_version shown on shown.event_id = row.event_id and shown.id = row.version_id
      where row.type = 'user_defined'
      union all
      select 'ticket', row.event_id, row.id, row.version_id,
        format('price %s, tax rate %s', row.price, row.tax_rate_id),
        format('price %s, tax rate %s', shown.content->>'price', shown.content->>'tax_rate_id')
      from product row left join catalogue_version shown on shown.event_id = row.event_id and shown.id = row.version_id
      where row.type = 'ticket' and row.is_locked
      union all
      select 'tax rate', row.event_id, row.id, row.version_id,
        concat_ws(', ', row.name, row.rate, row.tax_type),
        concat_ws(', ', shown.content->>'name', shown.content->>'rate', shown.content->>'tax_type')
      from tax_rate row left join catalogue_version shown on shown.event_id = row.event_id and shown.id = row.version_id
    ) every where version_id is not null
  )`

/**
 * A row may show a version that has ended, as in a backup that is restored after a planned change: workers write it when they run, and
 * sales don't wait for it.
 */
const catalogueRows: Check =
  `select event_id, object, array[id] as ids, expected, found from ${fields} every where found is distinct from expected`

/** The checks of what is sold, and at which price. */
export const catalogueChecks = { "catalogue-rows": catalogueRows } as const
