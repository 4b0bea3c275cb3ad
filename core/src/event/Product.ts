import { Result, Schema } from "effect"
import type { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import { integerBetween } from "../base/Integer.ts"
import type { Language } from "../base/Language.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { takesSales } from "../base/RevenueAccount.ts"
import { byRule, messageByRule, ruleFields } from "../base/Rule.ts"
import { Name } from "../base/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { Rate } from "./TaxRate.ts"
import {
  chosenVariants,
  type KnownVariant,
  ProductRestriction,
  toSet,
  type WantedVariants,
  wantedVariants
} from "./UserTagVariant.ts"

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

/** Highest price of one piece, in cents: sums of many prices stay far below the limit of an amount. */
export const maxPrice = 1_000_000_000n

/** A price of one piece: 0 to 10,000,000.00. */
export const Price = Money.centsThat(
  (cents) => cents >= 0n && cents <= maxPrice,
  "an amount from 0 to 10,000,000.00"
)

/** Whole vouchers, within the range of the database column. */
const vouchersFrom = (minimum: number) => integerBetween({ minimum, maximum: 2 ** 31 - 1 })

/** Vouchers that pay for one piece: 1 or more. */
export const VoucherPrice = vouchersFrom(1)

const product = {
  /**
   * The name, as receipts show it: 1 to 255 characters. Unique among products and tickets at the node, above it and below it.
   */
  name: Name,
  /** Gross price of one piece, from 0 to 10,000,000.00; null for a product whose price is typed in at the till. */
  price: nullOr(Price),
  /** Whether the price is fixed; if not, it is typed in at the till and `price` is null. */
  fixed_price: Schema.Boolean,
  /** Vouchers that pay for one piece; null if it can't be paid with vouchers. */
  price_in_vouchers: nullOr(VoucherPrice),
  /** The tax rate of the price. */
  tax_rate_id: Id,
  /**
   * Whether it is locked. Only locked products can be put on buttons and sold; of a locked one only name and category can change.
   */
  is_locked: Schema.Boolean,
  /** Whether it can be returned for its price, such as a deposit. A returnable product has no price in vouchers. */
  is_returnable: Schema.Boolean,
  /** The account that receives what is sold of it; null for the event's account of sales (`sale_exit`). */
  target_account_id: nullOr(Id),
  /** The category that tills show it in; null for none. It can change at any time. */
  category_id: nullOr(Id)
}

/** What the office enters for a product. */
export class NewProduct extends Schema.Class<NewProduct>("NewProduct")({
  ...product,
  /** Whether the price is fixed, as when left out; if not, it is typed in at the till and `price` must be null. */
  fixed_price: orElse(product.fixed_price, true),
  /** Vouchers that pay for one piece. Null, absent, 0 and negative numbers mean that it can't be paid with vouchers. */
  price_in_vouchers: orNull(vouchersFrom(-(2 ** 31))),
  ...wantedVariants,
  /**
   * Whether it is locked; false if left out. Only locked products can be put on buttons and sold; of a locked one only name
   * and category can change.
   */
  is_locked: orElse(product.is_locked, false),
  /**
   * Whether it can be returned for its price, such as a deposit; false if left out. A returnable product has no price in
   * vouchers.
   */
  is_returnable: orElse(product.is_returnable, false),
  /**
   * The account that receives what is sold of it, of the type `sale_exit`, `donation_exit`, `cash_vault`, `cash_imbalance` or
   * `sepa_exit`; null or absent for the event's account of sales (`sale_exit`).
   */
  target_account_id: orElse(product.target_account_id, null),
  /** The category that tills show it in; null for none. If left out, it stays as it is, and a new product has none. */
  category_id: Schema.optionalKey(product.category_id)
}) {}

/** A product in its present or an earlier state: line items keep the revision that was sold. */
export class Product extends Schema.Class<Product>("Product")({
  ...product,
  node_id: Id,
  id: Id,
  /** The name of the tax rate. */
  tax_name: Schema.String,
  /** The tax rate as a fraction: 0.19 is 19 %. */
  tax_rate: Rate,
  /** `user_defined` for goods and `ticket` for tickets; the others are the products of the system's own bookings. */
  type: ProductType,
  /**
   * What one voucher is worth when it pays for this product, rounded for display only; null without a price or a price in
   * vouchers.
   */
  price_per_voucher: nullOr(Money.Cents),
  /** The kinds of wristbands that it is not sold to, ascending. */
  user_tag_variant_ids: Schema.Array(Id),
  /** The age limits among them: `under_16` means that no one under 16 gets it. */
  restrictions: Schema.Array(ProductRestriction)
}) {}

export const computedFields = ["price_per_voucher"] as const

/** The fields of a product that can't be computed from others. */
export type ProductFacts = Omit<Product, (typeof computedFields)[number]>

/** Adds the computed fields. */
export const complete = (facts: ProductFacts): Product =>
  new Product({
    ...facts,
    price_per_voucher: facts.price === null || facts.price_in_vouchers === null
      ? null
      : Money.proportion(facts.price, 1n, BigInt(facts.price_in_vouchers))
  })

/** A product in the form in which it is stored. */
export interface ProductDraft extends Omit<NewProduct, "category_id" | keyof WantedVariants> {
  readonly category_id: bigint | null
  /** Each once, ascending. */
  readonly variantIds: ReadonlyArray<bigint>
}

/** The stored facts that decide whether a product is valid. */
export interface ProductReferences {
  readonly nameTaken: boolean
  /** Whether the tax rate belongs to the product's node or one above it, in the same event. */
  readonly taxRateVisible: boolean
  /** Whether the category belongs to the product's node or one above it, in the same event. */
  readonly categoryVisible: boolean
  /** The type of the target account; undefined if the product has none, or one that the event does not have. */
  readonly targetType: AccountType | undefined
  /** The kinds of wristbands of the event. */
  readonly variants: ReadonlyArray<KnownVariant>
}

/** The call would change more than name and category of a locked product; a version of it changes the price, `POST /products/{product_id}/versions`. */
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

/** Whether the product was stored before the combination was forbidden. */
export const isContradictory = (of: Pick<Product, "is_returnable" | "price_in_vouchers">): boolean =>
  of.is_returnable && of.price_in_vouchers !== null

/** Whether pieces of it can be returned. */
export const isTakenBack = (of: Pick<Product, "is_returnable" | "price_in_vouchers">): boolean =>
  of.is_returnable && of.price_in_vouchers === null

/**
 * Decides in which form a product is stored. It has a price exactly if the price is fixed. A price in vouchers requires
 * a fixed price and excludes returns. If `current` is locked, only the name and the category may change.
 */
export const decide = (
  input: NewProduct,
  references: ProductReferences,
  current?: Product
): Result.Result<ProductDraft, InvalidArgument | ProductNotEditable> => {
  const vouchers = input.price_in_vouchers !== null && input.price_in_vouchers > 0 ? input.price_in_vouchers : null
  if (input.fixed_price && input.price === null) return refuse(catalogueRules.fixed_price_missing)
  if (!input.fixed_price && input.price !== null) return refuse(catalogueRules.free_price_given)
  if (!input.fixed_price && vouchers !== null) {
    return refuse(catalogueRules.voucher_price_of_free)
  }
  // Returns are paid in money, so vouchers could be exchanged for money by returning the product.
  if (input.is_returnable && vouchers !== null && current?.is_locked !== true) {
    return refuse(catalogueRules.voucher_price_of_returnable)
  }
  if (references.nameTaken) return refuse(catalogueRules.product_name_taken, { name: input.name })
  if (!references.taxRateVisible) {
    return refuse(catalogueRules.tax_rate_unknown, { id: input.tax_rate_id })
  }
  if (input.target_account_id !== null) {
    const { targetType: type } = references
    const id = String(input.target_account_id)
    if (type === undefined) return refuse(catalogueRules.target_account_unknown, { id })
    // A product that is stored with such an account can still be renamed.
    if (!takesSales(type) && current?.is_locked !== true) {
      return refuse(catalogueRules.target_account_forbidden, { id, type })
    }
  }
  const category_id = input.category_id === undefined ? current?.category_id ?? null : input.category_id
  if (category_id !== null && category_id !== current?.category_id && !references.categoryVisible) {
    return refuse(catalogueRules.category_unknown, { id: category_id })
  }
  const { restrictions: _, user_tag_variant_ids: __, ...rest } = input
  const chosen = chosenVariants(input, current?.user_tag_variant_ids ?? [], references.variants)
  return Result.flatMap(chosen, (variantIds) => {
    const decided: ProductDraft = { ...rest, price_in_vouchers: vouchers, category_id, variantIds }
    return current?.is_locked === true && !isRenamed(current, decided)
      ? Result.fail(ProductNotEditable.of(catalogueRules.product_locked, { product: current.name }))
      : Result.succeed(decided)
  })
}

/** Whether nothing differs but the name and the category. */
const isRenamed = (current: Product, decided: ProductDraft): boolean =>
  current.price === decided.price && current.fixed_price === decided.fixed_price &&
  current.price_in_vouchers === decided.price_in_vouchers && current.tax_rate_id === decided.tax_rate_id &&
  current.is_locked === decided.is_locked && current.is_returnable === decided.is_returnable &&
  current.target_account_id === decided.target_account_id &&
  toSet(current.user_tag_variant_ids).join() === decided.variantIds.join()

/** Decides whether a product or ticket can be deleted: receipts and statistics still show what was sold. */
export const decideDeletion = <P extends { readonly name: string }>(
  current: P,
  references: { readonly sold: boolean; readonly inLayout: boolean }
): Result.Result<P, InvalidArgument> => {
  if (references.sold) return refuse(catalogueRules.product_sold, { product: current.name })
  if (references.inLayout) return refuse(catalogueRules.product_in_layout, { product: current.name })
  return Result.succeed(current)
}
