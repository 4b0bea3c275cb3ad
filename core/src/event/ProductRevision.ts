import { Schema, SchemaTransformation, Struct } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { complete, computedFields, Product, type ProductFacts, ProductType } from "./Product.ts"
import { ProductRestriction } from "./UserTagVariant.ts"

const facts = Struct.omit(Product.fields, computedFields)

const toProduct = SchemaTransformation.transform({
  decode: complete,
  encode: (product: Product): ProductFacts => Struct.omit(product, computedFields)
})

/** A product from its row joined with its tax rate. */
export const ProductRow = Schema.Struct(facts).pipe(Schema.decodeTo(Schema.toType(Product), toProduct))

/** Decimal text in JSON, because a JSON number would lose the last digits of a 64-bit integer. */
export const StoredId = Schema.BigIntFromString.pipe(Schema.decodeTo(Id))
export const StoredCents = Schema.BigIntFromString.pipe(Schema.decodeTo(Money.Cents))

/**
 * The stored state of a product at some time (`product_revision.data`): ids and cents as decimal text, the tax rate in
 * ten-thousandths. Decodes to the `Product` that was sold. Only types are checked, because the rules may have changed
 * since.
 */
export const ProductRevisionData = Schema.Struct({
  name: Schema.String,
  price: nullOr(StoredCents),
  fixed_price: Schema.Boolean,
  price_in_vouchers: nullOr(Schema.Int),
  tax_rate_id: StoredId,
  user_tag_variant_ids: Schema.Array(StoredId),
  restrictions: Schema.Array(ProductRestriction),
  is_locked: Schema.Boolean,
  is_returnable: Schema.Boolean,
  target_account_id: nullOr(StoredId),
  category_id: nullOr(StoredId),
  node_id: StoredId,
  id: StoredId,
  tax_name: Schema.String,
  tax_rate: Schema.Int,
  type: ProductType
}).pipe(Schema.decodeTo(Schema.toType(Product), toProduct))

/** Decodes the product of a revision; fails if the data are malformed. */
export const decodeRevision = Schema.decodeUnknownEffect(ProductRevisionData)
