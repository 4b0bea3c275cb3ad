import { Schema } from "effect"
import { ProductRestriction, variantIds } from "../catalogue/Product.ts"

const isJson = (u: unknown): u is { readonly [key: string]: unknown } =>
  typeof u === "object" && u !== null && !Array.isArray(u)
const isRestrictions = Schema.is(Schema.Array(ProductRestriction))

/**
 * Adds what JSON of lines, products and tickets lacks if an older version stored it. Such a card payment may still be open
 * when a server is updated, and its answer must stay readable.
 */
export const withLaterFields = (stored: unknown): unknown => {
  if (Array.isArray(stored)) return stored.map(withLaterFields)
  if (!isJson(stored)) return stored
  const fields = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, withLaterFields(value)]))
  return {
    ...("product" in fields ? { vouchers_redeemed: fields.vouchersRedeemed ?? 0 } : {}),
    ...(isRestrictions(fields.restrictions)
      ? { user_tag_variant_ids: variantIds(fields.restrictions).map(Number) }
      : {}),
    ...fields
  }
}
