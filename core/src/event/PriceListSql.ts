// Below the repository and the configuration, which both read price lists.

/** Whether a row is what the list is now. */
export const presentPriceList = (list: string) => `${list}.ended_at is null`

/** The columns of a price list `list`; products and categories that were deleted are no longer in it. */
export const priceListColumns =
  `list.id, list.node_id, list.name, list.rank, list.valid_from, list.valid_until, list.windows, list.node_ids,
  list.profile_ids, list.variant_ids as user_tag_variant_ids, list.round_to, coalesce((
    select jsonb_agg(entry.value order by entry.ordinality)
    from jsonb_array_elements(list.entries) with ordinality entry
    where exists (
      select from product where product.event_id = list.event_id and product.id = (entry.value->>'product_id')::bigint
    ) or exists (
      select from product_category category
      where category.event_id = list.event_id and category.id = (entry.value->>'category_id')::bigint
    )
  ), '[]') as entries`
