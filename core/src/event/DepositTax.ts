import type { Id } from "../base/Id.ts"
import type { Product } from "./Product.ts"

/** What is needed of a product to tell whether the tax of a deposit was decided. */
export type Good = Pick<Product, "id" | "is_returnable" | "tax_rate" | "type">

/** The products that one press sells together. */
interface Pressed {
  readonly product_ids: ReadonlyArray<typeof Id.Type>
}

/**
 * The deposits whose tax someone has to decide: those at 0 % of what is taxed. In Germany the deposit on the glass or bottle of a drink
 * has the tax rate of the drink, as it is part of its price (UStAE 10.1 (8)). Of a deposit that is sold with nothing else, what it belongs
 * to is unknown, so that it counts where anything is taxed. One that no button sells any more needs no decision.
 */
export const undecidedDeposits = <A extends Good>(
  products: ReadonlyArray<A>,
  buttons: ReadonlyArray<Pressed>
): ReadonlyArray<A> => {
  const goods = products.filter(({ is_returnable, type }) => type === "user_defined" && !is_returnable)
  const taxed = new Set(goods.filter(({ tax_rate }) => tax_rate > 0).map(({ id }) => id))
  const contents = new Set(goods.map(({ id }) => id))
  return deposits(products).filter(({ id, tax_rate }) => {
    const pressed = buttons.filter(({ product_ids }) => product_ids.includes(id))
    if (tax_rate > 0 || pressed.length === 0) return false
    const beside = pressed.flatMap(({ product_ids }) => product_ids.filter((other) => contents.has(other)))
    return beside.length === 0 ? taxed.size > 0 : beside.some((other) => taxed.has(other))
  })
}

/** The products that can be returned for their price. */
export const deposits = <A extends Good>(products: ReadonlyArray<A>): ReadonlyArray<A> =>
  products.filter(({ is_returnable, type }) => type === "user_defined" && is_returnable)
