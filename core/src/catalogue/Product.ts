import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { integerBetween } from "../ledger/Integer.ts"
import * as Money from "../ledger/Money.ts"
import type { Language } from "../primitives/Language.ts"
import { orElse, orNull } from "../primitives/OptionalField.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { byRule, messageByRule, ruleFields } from "../primitives/Rule.ts"
import { Name } from "../primitives/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { Rate } from "./TaxRate.ts"

export const ProductType = Schema.Literals([
  "discount",
  "topup",
  "payout",
  "money_transfer",
  "imbalance",
  "user_defined",
  "ticket"
])
export type ProductType = typeof ProductType.Type

/** The ages a tag or a product can carry. */
export const ProductRestriction = Schema.Literals(["under_16", "under_18"])
export type ProductRestriction = typeof ProductRestriction.Type

/** Highest price of one piece, in cents: sums of many prices stay far below what an amount can hold. */
export const maxPrice = 1_000_000_000n

/** A price of one piece: 0 to 10,000,000.00. */
export const Price = Money.NonNegativeCents.check(
  Schema.makeFilter((cents) => cents <= maxPrice, { expected: "an amount of at most 10,000,000.00" })
)

/** Whole vouchers, within what the database holds. */
const vouchersFrom = (minimum: number) => integerBetween({ minimum, maximum: 2 ** 31 - 1 })

const product = {
  name: Name,
  /** Gross, in cents; null for a free-price product. */
  price: Schema.NullOr(Price),
  fixed_price: Schema.Boolean,
  /** Whole vouchers that pay for one piece; null when vouchers do not. */
  price_in_vouchers: Schema.NullOr(vouchersFrom(1)),
  tax_rate_id: Id,
  /** Ages it is not sold to; each at most once, in the order of `ProductRestriction`. */
  restrictions: Schema.Array(ProductRestriction),
  /** Only a locked product is put on buttons and sold. */
  is_locked: Schema.Boolean,
  /** Whether it is taken back, with a negative quantity, such as a deposit; then it has no price in vouchers. */
  is_returnable: Schema.Boolean,
  /** The account its revenue goes to; null for the event's sale account. */
  target_account_id: Schema.NullOr(Id)
}

export class NewProduct extends Schema.Class<NewProduct>("NewProduct")({
  ...product,
  fixed_price: orElse(product.fixed_price, true),
  /** 0 and less are stored as null. */
  price_in_vouchers: orNull(vouchersFrom(-(2 ** 31))),
  restrictions: orElse(product.restrictions, []),
  is_locked: orElse(product.is_locked, false),
  is_returnable: orElse(product.is_returnable, false),
  target_account_id: orElse(product.target_account_id, null)
}) {}

/** A product as it is or was: line items keep the revision they were sold from. */
export class Product extends Schema.Class<Product>("Product")({
  ...product,
  node_id: Id,
  id: Id,
  tax_name: Schema.String,
  tax_rate: Rate,
  type: ProductType,
  /** Cents a voucher is worth, rounded to cents for display; discounts are computed from price and price_in_vouchers. */
  price_per_voucher: Schema.NullOr(Money.Cents)
}) {}

/** Everything of a product that can't be computed from the rest. */
export type ProductFacts = Omit<Product, "price_per_voucher">

/** The product of these facts. */
export const complete = (facts: ProductFacts): Product =>
  new Product({
    ...facts,
    price_per_voucher: facts.price === null || facts.price_in_vouchers === null
      ? null
      : Money.proportion(facts.price, 1n, BigInt(facts.price_in_vouchers))
  })

/** Each restriction once, in the order of `ProductRestriction`. */
export const ordered = (restrictions: ReadonlyArray<ProductRestriction>): ReadonlyArray<ProductRestriction> =>
  ProductRestriction.literals.filter((restriction) => restrictions.includes(restriction))

/** What the database knows about the surroundings of a product to store. */
export interface ProductReferences {
  readonly nameTaken: boolean
  /** Whether the tax rate belongs to the product's node or one above it, in its event. */
  readonly taxRateVisible: boolean
  /** Whether the target account, when one is given, is of the product's event. */
  readonly targetAccountKnown: boolean
}

/** A locked product was to change in more than its name; another product takes its place instead. */
export class ProductNotEditable extends Schema.TaggedError<ProductNotEditable>()(
  "ProductNotEditable",
  ruleFields,
  { httpApiStatus: 400 }
) {
  static readonly of = byRule(ProductNotEditable)

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

/** Whether it was made with both before that was refused. */
export const isContradictory = (of: Pick<Product, "is_returnable" | "price_in_vouchers">): boolean =>
  of.is_returnable && of.price_in_vouchers !== null

/** Whether pieces of it are taken back. */
export const isTakenBack = (of: Pick<Product, "is_returnable" | "price_in_vouchers">): boolean =>
  of.is_returnable && of.price_in_vouchers === null

/**
 * Decides what a product is stored as: a price exactly when it is fixed, a voucher price only with one and never for what is
 * taken back. Of one that is locked already, `current`, the name alone changes.
 */
export const decide = (
  input: NewProduct,
  references: ProductReferences,
  current?: NewProduct
): Result.Result<NewProduct, InvalidArgument | ProductNotEditable> => {
  const vouchers = input.price_in_vouchers !== null && input.price_in_vouchers > 0 ? input.price_in_vouchers : null
  if (input.fixed_price && input.price === null) return refuse(catalogueRules.fixed_price_missing)
  if (!input.fixed_price && input.price !== null) return refuse(catalogueRules.free_price_given)
  if (!input.fixed_price && vouchers !== null) {
    return refuse(catalogueRules.voucher_price_of_free)
  }
  // Returns are paid in money: what vouchers paid for would turn them into it.
  if (input.is_returnable && vouchers !== null && current?.is_locked !== true) {
    return refuse(catalogueRules.voucher_price_of_returnable)
  }
  if (references.nameTaken) return refuse(catalogueRules.product_name_taken, { name: input.name })
  if (!references.taxRateVisible) {
    return refuse(catalogueRules.tax_rate_unknown, { id: input.tax_rate_id })
  }
  if (!references.targetAccountKnown) {
    return refuse(catalogueRules.target_account_unknown, { id: String(input.target_account_id) })
  }
  const decided = new NewProduct({ ...input, price_in_vouchers: vouchers, restrictions: ordered(input.restrictions) })
  return current?.is_locked === true && !isRenamed(current, decided)
    ? Result.fail(ProductNotEditable.of(catalogueRules.product_locked, { product: current.name }))
    : Result.succeed(decided)
}

/** Whether nothing but the name differs. */
const isRenamed = (current: NewProduct, decided: NewProduct): boolean =>
  current.price === decided.price && current.fixed_price === decided.fixed_price &&
  current.price_in_vouchers === decided.price_in_vouchers && current.tax_rate_id === decided.tax_rate_id &&
  current.is_locked === decided.is_locked && current.is_returnable === decided.is_returnable &&
  current.target_account_id === decided.target_account_id &&
  ordered(current.restrictions).join() === decided.restrictions.join()

/** Decides whether a product or ticket can go: receipts and statistics keep showing what was sold. */
export const decideDeletion = <P extends { readonly name: string }>(
  current: P,
  references: { readonly sold: boolean; readonly inLayout: boolean }
): Result.Result<P, InvalidArgument> => {
  if (references.sold) return refuse(catalogueRules.product_sold, { product: current.name })
  if (references.inLayout) return refuse(catalogueRules.product_in_layout, { product: current.name })
  return Result.succeed(current)
}
