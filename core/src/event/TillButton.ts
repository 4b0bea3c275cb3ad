import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name } from "../base/Text.ts"
import type { Place } from "../organisation/Place.ts"
import { PictureHash } from "./ButtonPicture.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { isContradictory, type Product } from "./Product.ts"
import { Colour } from "./ProductCategory.ts"

/** Largest number of products on one button. */
export const maxProducts = 100

/** Longest short name, in characters: it fits on the smallest tile. */
export const longestShortName = 20

/** How a button looks. */
export const looks = {
  /** What small tiles say in place of the name: 1 to 20 characters; null for the name. */
  short_name: nullOr(Name.check(Schema.isMaxLength(longestShortName))),
  /** The name of its colour; null for none of its own. */
  colour: nullOr(Colour),
  /** The SHA-256 of its picture; null for none. */
  picture_hash: nullOr(PictureHash)
}

/** What the office enters for a button. */
export class NewTillButton extends Schema.Class<NewTillButton>("NewTillButton")({
  /** What the button says: 1 to 255 characters. Unique among buttons at the node, above it and below it. */
  name: Name,
  /** The products that one press sells, each once and at most 100. They must be locked. */
  product_ids: Schema.Array(Id).check(Schema.isMaxLength(maxProducts)),
  /** What small tiles say in place of the name: 1 to 20 characters; null for the name. Left out, it stays as it is. */
  short_name: Schema.optionalKey(looks.short_name),
  /** The name of its colour; null for none of its own. Left out, it stays as it is. */
  colour: Schema.optionalKey(looks.colour),
  /** The SHA-256 of an uploaded picture; null for none. Left out, the picture stays as it is. */
  picture_hash: Schema.optionalKey(looks.picture_hash),
  /** The category that tills show it in; null for that of its first product. Left out, it stays as it is. */
  category_id: Schema.optionalKey(nullOr(Id))
}) {}

/** A button of tills: one press sells its products. */
export class TillButton extends Schema.Class<TillButton>("TillButton")({
  /** What the button says. */
  name: Name,
  /** The products that one press sells, ascending. */
  product_ids: Schema.Array(Id),
  ...looks,
  /** The category that tills show it in; null for that of its first product. */
  category_id: nullOr(Id),
  node_id: Id,
  id: Id,
  /** What one press costs: the prices of its products together, where a free price counts as 0. */
  price: Money.Cents
}) {}

/** How a button looks of which nothing was said. */
const plain = { short_name: null, colour: null, picture_hash: null }

/** Decides whether products can share a button: the price of a press must stay unambiguous. */
export const unambiguous = (products: ReadonlyArray<Product>): Result.Result<void, InvalidArgument> => {
  const several = (kind: (product: Product) => boolean) => products.filter(kind).length > 1
  if (several((product) => !product.fixed_price)) return refuse(catalogueRules.button_free_prices)
  if (several((product) => product.is_returnable)) return refuse(catalogueRules.button_returnables)
  if (several((product) => product.price_in_vouchers !== null)) return refuse(catalogueRules.button_voucher_prices)
  if (products.some(isContradictory)) return refuse(catalogueRules.button_contradiction)
  return Result.void
}

/** A button as it is stored. */
export interface ButtonDraft {
  readonly name: string
  /** Ascending. */
  readonly product_ids: ReadonlyArray<bigint>
  readonly short_name: TillButton["short_name"]
  readonly colour: TillButton["colour"]
  readonly picture_hash: TillButton["picture_hash"]
  readonly category_id: bigint | null
}

export interface ButtonReferences {
  readonly nameTaken: boolean
  /** Whether the event has the picture that the button is to show. */
  readonly hasPicture: boolean
  /** Whether the category belongs to the button's node or one above it, in the same event. */
  readonly categoryVisible: boolean
  /** The place of the button. */
  readonly place: Place
  /** The requested products that exist in the event, of any type and at any node. */
  readonly products: ReadonlyArray<Product>
}

/**
 * Decides which products are put on a button: visible, locked products of the operator's own, each once, without
 * conflict. What the input leaves out stays as it is.
 */
export const decide = (
  input: NewTillButton,
  references: ButtonReferences,
  current?: TillButton
): Result.Result<ButtonDraft, InvalidArgument> => {
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
  const { colour, name, picture_hash, short_name } = { ...plain, ...current, ...input }
  if (picture_hash !== null && !references.hasPicture) {
    return refuse(catalogueRules.picture_unknown, { hash: picture_hash })
  }
  const { category_id = current?.category_id ?? null } = input
  if (category_id !== null && category_id !== current?.category_id && !references.categoryVisible) {
    return refuse(catalogueRules.category_unknown, { id: category_id })
  }
  return Result.map(
    unambiguous(products),
    () => ({ name, product_ids: products.map(({ id }) => id), short_name, colour, picture_hash, category_id })
  )
}

/** Decides whether a button can be deleted. */
export const decideDeletion = (current: TillButton, used: boolean): Result.Result<TillButton, InvalidArgument> =>
  used ? refuse(catalogueRules.button_used, { button: current.name }) : Result.succeed(current)
