// Below both repositories that need it: revisions of products show their versions.

/** Whether a version begins after the one that the row of its product shows. */
export const isPlanned = (version: string, product: string) =>
  `${version}.event_id = ${product}.event_id and ${version}.object_id = ${product}.id and (${version}.valid_from, ${version}.id) > (
    select shown.valid_from, shown.id from catalogue_version shown
    where shown.event_id = ${product}.event_id and shown.id = ${product}.version_id
  )`

/** The columns of a version's content. */
export const versionContent = (version: string) =>
  `(${version}.content->>'price')::bigint as price, (${version}.content->>'price_in_vouchers')::integer as price_in_vouchers,
  (${version}.content->>'tax_rate_id')::bigint as tax_rate_id,
  (${version}.content->>'target_account_id')::bigint as target_account_id,
  array(select jsonb_array_elements_text(${version}.content->'variant_ids')::bigint) as user_tag_variant_ids`

/** The present moment as the beginning of a version: programs read moments in whole milliseconds. */
export const versionMoment = "date_trunc('milliseconds', clock_timestamp())"
