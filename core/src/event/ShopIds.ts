import { Schema, SchemaTransformation } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"

/** Ids of products, or of dates, in a ticket shop. */
export const ShopIds = Schema.Array(Id)

/** Published applications send null for none. */
export const OptionalShopIds = nullOr(ShopIds).pipe(
  Schema.decodeTo(
    Schema.toType(ShopIds),
    SchemaTransformation.transform({ decode: (ids) => ids ?? [], encode: (ids) => ids })
  )
)
