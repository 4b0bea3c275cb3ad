import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name } from "../base/Text.ts"
import type { Place } from "../organisation/Place.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { isContradictory, type Product } from "./Product.ts"

/** Largest number of products on one button. */
export const maxProducts = 100

/** What the office enters for a button. */
export class NewTillButton extends Schema.Class<NewTillButton>("NewTillButton")({
  /** What the button says: 1 to 255 characters. Unique among buttons at the node, above it and below it. */
  name: Name,
  /** The products that one press sells, each once and at most 100. They must be locked. */
  product_ids: Schema.Array(Id).check(Schema.isMaxLength(maxProducts))
}) {}

/** A button of tills: one press sells its products. */
export class TillButton extends Schema.Class<TillButton>("TillButton")({
  /** What the button says. */
  name: Name,
  /** The products that one press sells, ascending. */
  product_ids: Schema.Array(Id),
  node_id: Id,
  id: Id,
  /** What one press costs: the prices of its products together, where a free price counts as 0. */
  price: Money.Cents
}) {}

/** Decides whether products can share a button: the price of a press must stay unambiguous. */
export const unambiguous = (products: ReadonlyArray<Product>): Result.Result<void, InvalidArgument> => {
  const several = (kind: (product: Product) => boolean) => products.filter(kind).length > 1
  if (several((product) => !product.fixed_price)) return refuse(catalogueRules.button_free_prices)
  if (several((product) => product.is_returnable)) return refuse(catalogueRules.button_returnables)
  if (several((product) => product.price_in_vouchers !== null)) return refuse(catalogueRules.button_voucher_prices)
  if (products.some(isContradictory)) return refuse(catalogueRules.button_contradiction)
  return Result.void
}

export interface ButtonReferences {
  readonly nameTaken: boolean
  /** The place of the button. */
  readonly place: Place
  /** The requested products that exist in the event, of any type and at any node. */
  readonly products: ReadonlyArray<Product>
}

/**
 * Decides which products are put on a button: visible, locked products of the operator's own, each once, without
 * conflict.
 */
export const decide = (
  input: NewTillButton,
  references: ButtonReferences
): Result.Result<NewTillButton, InvalidArgument> => {
  if (references.nameTaken) return refuse(catalogueRules.button_name_taken, { name: input.name })
  const found = new Map(references.products.map((product) => [product.id, product]))
  const products: Array<Product> = []
  for (const id of input.product_ids.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    const product = found.get(id)
    if (
      product === undefined || product.type !== "user_defined" || !references.place.pathIds.includes(product.node_id)
    ) {
      return refuse(catalogueRules.button_product_unknown, { id })
    }
    if (products.at(-1)?.id === id) return refuse(catalogueRules.button_repeats, { product: product.name })
    if (!product.is_locked) {
      return refuse(catalogueRules.button_product_unlocked, { product: product.name })
    }
    products.push(product)
  }
  return Result.map(
    unambiguous(products),
    () => new NewTillButton({ name: input.name, product_ids: products.map(({ id }) => id) })
  )
}

/** Decides whether a button can be deleted. */
export const decideDeletion = (current: TillButton, used: boolean): Result.Result<TillButton, InvalidArgument> =>
  used ? refuse(catalogueRules.button_used, { button: current.name }) : Result.succeed(current)
