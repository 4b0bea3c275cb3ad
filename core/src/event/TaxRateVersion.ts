import type { DateTime } from "effect"
import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { Price, type Product } from "./Product.ts"
import { decideBeginning, inForce, type KnownVersion, VersionState } from "./ProductVersion.ts"
import { decide, type Draft, NewTaxRate, type TaxRate, typeByRate } from "./TaxRate.ts"

/** Another price of a product or ticket, from the moment at which its tax rate changes. */
export const PriceChange = Schema.Struct({
  /** A product or ticket that has the rate at that moment. */
  product_id: Id,
  /** Its gross price from then on. */
  price: Price
})
export type PriceChange = typeof PriceChange.Type

/** What may change of a tax rate. */
const { name, rate, tax_type } = NewTaxRate.fields

/** What the office enters to change a tax rate from a moment on. A field that is left out stays as it is at that moment. */
export class NewTaxRateVersion extends Schema.Class<NewTaxRateVersion>("NewTaxRateVersion")({
  /** When it begins, at most 400 days ahead; null or absent for now. */
  valid_from: orNull(Moment),
  /** The rate as a fraction, from 0 to below 1 with at most four decimals: 0.07 is 7 %. */
  rate,
  /** The name, as receipts show it from then on. */
  name: Schema.optionalKey(name),
  /** What the rate is for the tax office from then on; null or absent if it follows from the rate, or else stays. */
  tax_type,
  /** Gross prices that change with the rate; those of all other products stay. */
  price_changes: orElse(Schema.Array(PriceChange).check(Schema.isMaxLength(10_000)), [])
}) {}

/** A version of a tax rate: what it is from one moment until the next version begins. */
export class TaxRateVersion extends Schema.Class<TaxRateVersion>("TaxRateVersion")({
  id: Id,
  /** When it begins. */
  valid_from: Schema.DateTimeUtc,
  /** Whether it has ended, is in force, or is still to begin. */
  state: VersionState,
  /** The name, as receipts show it. */
  name,
  rate,
  /** What the rate is for the tax office; null if it has no type. */
  tax_type: nullOr(NewTaxRate.fields.tax_type),
  /** Gross prices that were saved with it. */
  price_changes: Schema.Array(PriceChange),
  /** How many products and tickets have a version that follows from it. */
  products: Schema.Int,
  /** When it was saved. */
  created_at: Schema.DateTimeUtc,
  /** Who saved it; null for what the rate was when it was made, or changed on its own page. */
  created_by: nullOr(Id)
}) {}

/** The content of a version. */
export type RateContent = Pick<Draft, "name" | "rate" | "tax_type">

/** Whether two contents say the same; null as type stands for any. */
export const isSameRate = (one: RateContent, other: RateContent): boolean =>
  one.name === other.name && one.rate === other.rate &&
  (one.tax_type === other.tax_type || one.tax_type === null || other.tax_type === null)

/** A version, as decisions need it. */
export interface KnownRateVersion extends RateContent {
  readonly id: bigint
  readonly valid_from: DateTime.Utc
}

/** A decided version, ready to be stored. */
export interface RateVersionDraft {
  /** Null for now: the database says when that is. */
  readonly validFrom: DateTime.Utc | null
  readonly before: RateContent
  readonly content: RateContent
}

const contentOf = ({ name: called, rate: percentage, tax_type: type }: RateContent): RateContent => ({
  name: called,
  rate: percentage,
  tax_type: type
})

/**
 * Decides a new version of a tax rate. What was sold keeps its rate and the type of that rate, so a percentage that the rate has had
 * keeps its type.
 */
export const decideRateVersion = (
  current: TaxRate,
  versions: ReadonlyArray<KnownRateVersion>,
  wanted: NewTaxRateVersion,
  nameTaken: boolean,
  now: DateTime.Utc
): Result.Result<RateVersionDraft, InvalidArgument> =>
  Result.gen(function*() {
    const { name: called, rate: percentage, valid_from: validFrom } = wanted
    const before = contentOf(inForce(versions, validFrom ?? now) ?? current)
    const known = versions.find((one) => one.rate === percentage && one.tax_type !== null)
    const type = wanted.tax_type ?? known?.tax_type ?? typeByRate[percentage] ?? before.tax_type
    const asked = new NewTaxRate({
      name: called ?? before.name,
      rate: percentage,
      description: current.description,
      tax_type: type
    })
    const content = contentOf(yield* decide(asked, { current, nameTaken, sold: false }))
    const later = versions.filter((one) => one.valid_from.epochMilliseconds > now.epochMilliseconds)
    yield* decideBeginning(validFrom, later.length, now)
    if (known !== undefined && known.tax_type !== content.tax_type) {
      return yield* refuse(catalogueRules.tax_type_fixed, { rate: current.name })
    }
    return content.name === before.name && content.rate === before.rate && content.tax_type === before.tax_type
      ? yield* refuse(catalogueRules.version_unchanged, { product: current.name })
      : { validFrom, before, content }
  })

/** Decides whether prices of products may change with their tax rate; `products` are those that the changes name, as far as they exist. */
export const decidePriceChanges = (
  changed: TaxRate,
  wanted: NewTaxRateVersion,
  products: ReadonlyArray<Product & { readonly versions: ReadonlyArray<KnownVersion> }>,
  now: DateTime.Utc
): Result.Result<void, InvalidArgument> =>
  Result.gen(function*() {
    const seen = new Set<bigint>()
    for (const { price, product_id: id } of wanted.price_changes) {
      const product = products.find((one) => one.id === id)
      if (product === undefined) return yield* refuse(catalogueRules.button_product_unknown, { id: String(id) })
      const named = { product: product.name }
      if (seen.has(id)) return yield* refuse(catalogueRules.version_price_twice, named)
      seen.add(id)
      if (!product.is_locked) return yield* refuse(catalogueRules.version_not_ready, named)
      if (!product.fixed_price) return yield* refuse(catalogueRules.free_price_given)
      if (product.is_returnable) return yield* refuse(catalogueRules.version_returnable, named)
      const before = inForce(product.versions, wanted.valid_from ?? now) ?? product
      if (before.tax_rate_id !== changed.id) {
        return yield* refuse(catalogueRules.version_other_rate, { ...named, rate: changed.name })
      }
      if (before.price === price) return yield* refuse(catalogueRules.version_unchanged, named)
    }
  })
