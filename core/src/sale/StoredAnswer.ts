import { Schema } from "effect"
import { idsOf, type KnownVariant, ProductRestriction } from "../event/UserTagVariant.ts"

const isJson = (u: unknown): u is { readonly [key: string]: unknown } =>
  typeof u === "object" && u !== null && !Array.isArray(u)
const isRestrictions = Schema.is(Schema.Array(ProductRestriction))

/** Earlier versions wrote these ids for the two age limits, in every event. No variant has one of them. */
const idsOfEarlierVersions: ReadonlyArray<unknown> = [1, 2]
const isEarlier = (ids: unknown) => !Array.isArray(ids) || ids.some((id) => idsOfEarlierVersions.includes(id))

/**
 * Adds what JSON of lines, products, tickets and accounts lacks if an older version stored it. Such a card payment may still
 * be open when a server is updated, and its answer must stay readable. `variants` are those of the event.
 */
export const withLaterFields = (variants: ReadonlyArray<KnownVariant>) => {
  const read = (stored: unknown): unknown => {
    if (Array.isArray(stored)) return stored.map(read)
    if (!isJson(stored)) return stored
    const fields = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, read(value)]))
    return {
      ...("product" in fields ? { vouchers_redeemed: fields.vouchersRedeemed ?? 0 } : {}),
      // Accounts of these answers had no tag yet.
      ...("tag_history" in fields ? { user_tag_variant_ids: [], user_tag_variant_names: [] } : {}),
      ...fields,
      ...(isRestrictions(fields.restrictions) && isEarlier(fields.user_tag_variant_ids)
        ? { user_tag_variant_ids: idsOf(fields.restrictions, variants).map(Number) }
        : {})
    }
  }
  return read
}
