// Below the repositories that need it: revisions of products show their versions.

/** Whether a version begins before or after the one that the row of its object shows. */
const compared = (version: string, sign: "<" | ">", object: string) =>
  `${version}.event_id = ${object}.event_id and ${version}.object_id = ${object}.id and (${version}.valid_from, ${version}.id) ${sign} (
    select shown.valid_from, shown.id from catalogue_version shown
    where shown.event_id = ${object}.event_id and shown.id = ${object}.version_id
  )`

/** Whether a version begins after the one that the row of its product or ticket shows. */
export const isPlanned = (version: string, product: string) =>
  `${version}.kind = 'product' and ${compared(version, ">", product)}`

/** Whether a version began before the one that the row of its product or ticket shows. */
export const isOver = (version: string, product: string) =>
  `${version}.kind = 'product' and ${compared(version, "<", product)}`

/** Whether a version begins after the one that the row of its tax rate shows. */
export const isPlannedRate = (version: string, rate: string) =>
  `${version}.kind = 'tax_rate' and ${compared(version, ">", rate)}`

/** The columns of a version's content; what a version of a ticket leaves out is as in the row of `product`. */
export const versionContent = (version: string, product: string) =>
  `(${version}.content->>'price')::bigint as price, (${version}.content->>'price_in_vouchers')::integer as price_in_vouchers,
  (${version}.content->>'tax_rate_id')::bigint as tax_rate_id,
  (${version}.content->>'target_account_id')::bigint as target_account_id,
  case when ${version}.content ? 'variant_ids'
    then array(select jsonb_array_elements_text(${version}.content->'variant_ids')::bigint) else ${product}.variant_ids
  end as user_tag_variant_ids`

/** The columns of a version of a tax rate. */
export const rateContent = (version: string) =>
  `${version}.content->>'name' as name, (${version}.content->>'rate')::integer as rate,
  ${version}.content->>'tax_type' as tax_type`

/** Joins the tax rate of a row with `tax_rate_id` as it is at a moment, null for as its row shows it, as `rate`. */
export const rateAt = (row: string, moment: string) =>
  `join lateral (
    select coalesce(begun.name, own.name) as name, coalesce(begun.rate, own.rate) as rate
    from tax_rate own left join lateral (
      select ${rateContent("known")} from catalogue_version known
      where known.event_id = own.event_id and known.object_id = own.id and known.kind = 'tax_rate'
        and known.valid_from <= ${moment}
      order by known.valid_from desc, known.id desc limit 1
    ) begun on true
    where own.event_id = ${row}.event_id and own.id = ${row}.tax_rate_id
  ) rate on true`

/** The present moment as the beginning of a version: programs read moments in whole milliseconds. */
export const versionMoment = "date_trunc('milliseconds', clock_timestamp())"
