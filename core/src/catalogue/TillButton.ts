import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import type { Place } from "../organisation/Place.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { Name } from "../primitives/Text.ts"
import { isContradictory, type Product } from "./Product.ts"

/** Products that fit on one button. */
export const maxProducts = 100

export class NewTillButton extends Schema.Class<NewTillButton>("NewTillButton")({
  name: Name,
  /** What one press sells, each product once. */
  product_ids: Schema.Array(Id).check(Schema.isMaxLength(maxProducts))
}) {}

export class TillButton extends Schema.Class<TillButton>("TillButton")({
  name: Name,
  /** By ascending id. */
  product_ids: Schema.Array(Id),
  node_id: Id,
  id: Id,
  /** Sum of the product prices, in cents; a free price counts 0. */
  price: Money.Cents
}) {}

/** Why these products can't share a button; `undefined` when they can. The price of a press must stay unambiguous. */
export const conflict = (products: ReadonlyArray<Product>): string | undefined => {
  const several = (kind: (product: Product) => boolean) => products.filter(kind).length > 1
  if (several((product) => !product.fixed_price)) return "at most one product with a free price"
  if (several((product) => product.is_returnable)) return "at most one returnable product"
  if (several((product) => product.price_in_vouchers !== null)) return "at most one product with a price in vouchers"
  if (products.some(isContradictory)) return "no product that is returnable and has a price in vouchers"
  return undefined
}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))

export interface ButtonReferences {
  readonly nameTaken: boolean
  /** Where the button stands. */
  readonly place: Place
  /** Those of the input's products that exist in the event, whatever their type and node. */
  readonly products: ReadonlyArray<Product>
}

/** Decides what is put on a button: visible, locked products of the operator's own, each once, without conflict. */
export const decide = (
  input: NewTillButton,
  references: ButtonReferences
): Result.Result<NewTillButton, InvalidArgument> => {
  if (references.nameTaken) return refuse(`There is already a button ${input.name}`)
  const found = new Map(references.products.map((product) => [product.id, product]))
  const products: Array<Product> = []
  for (const id of input.product_ids.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    const product = found.get(id)
    if (
      product === undefined || product.type !== "user_defined" || !references.place.pathIds.includes(product.node_id)
    ) {
      return refuse(`There is no product ${id} here`)
    }
    if (products.at(-1)?.id === id) return refuse(`${product.name} can be on a button only once`)
    if (!product.is_locked) {
      return refuse(`${product.name} must be locked before it is put on a button`)
    }
    products.push(product)
  }
  const reason = conflict(products)
  if (reason !== undefined) return refuse(`A button can have ${reason}`)
  return Result.succeed(new NewTillButton({ name: input.name, product_ids: products.map(({ id }) => id) }))
}

/** Decides whether a button can go. */
export const decideDeletion = (current: TillButton, used: boolean): Result.Result<TillButton, InvalidArgument> =>
  used ? refuse(`The button ${current.name} is in a layout`) : Result.succeed(current)
