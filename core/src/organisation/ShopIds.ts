import { Schema, SchemaTransformation } from "effect"
import { Id } from "../ledger/Id.ts"

/** Ids of products, or of dates, in a ticket shop. */
export const ShopIds = Schema.Array(Id)

/** Published applications send null for none. */
export const OptionalShopIds = Schema.NullOr(ShopIds).pipe(
  Schema.decodeTo(
    Schema.toType(ShopIds),
    SchemaTransformation.transform({ decode: (ids) => ids ?? [], encode: (ids) => ids })
  )
)
