import { Result } from "effect"
import type { SystemAccounts } from "../base/Account.ts"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { revenueTypes } from "../base/RevenueAccount.ts"
import { isContradictory, isTakenBack, type Product } from "../event/Product.ts"
import { wholeRate } from "../event/TaxRate.ts"
import { pricedLine, type SoldProduct } from "./Booking.ts"
import type { BookedLine, PendingLineItem, PricedLine } from "./Order.ts"
import { orderRules } from "./OrderRules.ts"
import { InvalidSale } from "./Refusal.ts"

/** The highest price that may be typed in at a till, in cents. */
export const maxFreePrice = 1_000_000n

/** The most pieces that one press may sell or take back. */
export const maxQuantity = 1000

/** The most pieces of one product in a sale, from any number of presses. */
export const maxLineQuantity = 100_000

/** The most presses of one sale. */
export const maxPresses = 1000

/** Finds the products behind buttons. */
export interface SaleCatalogue {
  /** The products of a button; `undefined` when the layout of the till's active profile has no such button. */
  readonly productsOfButton: (buttonId: bigint) => ReadonlyArray<SoldProduct> | undefined
  /** The ids of products that the till has sold out. */
  readonly soldOut: ReadonlySet<bigint>
}

/** The price of one piece of a product with a fixed price, in cents. */
export type PriceOf = (product: Product) => Money.Cents

const ownPrice: PriceOf = ({ price }) => price ?? Money.zero

/** One press: products with a quantity of each, or with the price of one piece, never both. */
export interface Press {
  readonly products: ReadonlyArray<SoldProduct>
  readonly quantity: number | null
  /** In cents. */
  readonly price: Money.Cents | null
}

/** Presses after pricing. */
export interface Priced {
  /** One line for each product, in the order of first appearance; lines with a quantity of 0 are left out. */
  readonly lines: ReadonlyArray<PricedLine>
  /** Every pressed product, including those that cancel out. */
  readonly products: ReadonlyArray<Product>
}

/**
 * The catalogue of a till whose active profile shows this layout, without what is sold out; an `EventConfiguration` can be given as it
 * is.
 */
export const layoutCatalogue = (
  event: {
    readonly layouts: ReadonlyMap<bigint, { readonly button_ids: ReadonlyArray<bigint> }>
    readonly buttons: ReadonlyMap<bigint, { readonly product_ids: ReadonlyArray<bigint> }>
    readonly products: { readonly get: (id: bigint) => SoldProduct | undefined }
  },
  layoutId: bigint,
  soldOut: ReadonlySet<bigint>
): SaleCatalogue => ({
  soldOut,
  productsOfButton: (buttonId) => {
    if (!event.layouts.get(layoutId)?.button_ids.includes(buttonId)) return undefined
    return event.buttons.get(buttonId)?.product_ids.flatMap((id) => event.products.get(id) ?? [])
  }
})

/**
 * Refuses presses that together sell a product that is sold out. It can still be returned, and presses that cancel out sell nothing.
 */
export const inStock = (
  presses: ReadonlyArray<Press>,
  soldOut: ReadonlySet<bigint>
): Result.Result<void, InvalidArgument> => {
  if (soldOut.size === 0) return Result.void
  const pieces = new Map<bigint, number>()
  const pressed = presses.flatMap(({ products, quantity }) => products.map(({ product }) => ({ product, quantity })))
  for (const { product, quantity } of pressed) {
    pieces.set(product.id, (pieces.get(product.id) ?? 0) + (quantity ?? 1))
  }
  const missing = pressed.find(({ product }) => soldOut.has(product.id) && pieces.get(product.id)! > 0)
  return missing === undefined
    ? Result.void
    : refuse(orderRules.product_sold_out, { product: missing.product.name })
}

/** Prices the presses in order; refuses products that can't be sold in this way. */
export const priceLines = (
  presses: ReadonlyArray<Press>,
  priceOf: PriceOf = ownPrice
): Result.Result<Priced, InvalidArgument | InvalidSale> => {
  if (presses.length > maxPresses) {
    return Result.fail(InvalidSale.of(orderRules.entries_too_many, { maximum: maxPresses }))
  }
  const groups = new Map<bigint, Group>()
  for (const press of presses) {
    const refusal = refusalOf(press)
    if (refusal !== undefined) return refusal
    for (const sold of press.products.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1))) {
      const group = groups.get(sold.product.id) ?? { sold, quantity: 0, price: Money.zero }
      group.quantity += press.quantity ?? 0
      group.price = Money.add(group.price, press.price ?? Money.zero)
      groups.set(sold.product.id, group)
    }
  }
  const lines: Array<PricedLine> = []
  for (const { price, quantity, sold } of groups.values()) {
    if (Math.abs(quantity) > maxLineQuantity) {
      return refuse(orderRules.line_too_large, { maximum: maxLineQuantity, product: sold.product.name })
    }
    if (sold.product.price === null) lines.push(pricedLine(sold, price, 1))
    else if (quantity !== 0) lines.push(pricedLine(sold, priceOf(sold.product), quantity))
  }
  if (lines.length === 0) return Result.fail(InvalidSale.of(orderRules.sale_empty))
  if (Money.sum(lines.map((line) => Money.absolute(line.total_price))) > Money.limit) {
    return Result.fail(InvalidSale.of(orderRules.sale_too_large))
  }
  return Result.succeed({ lines, products: Array.from(groups.values(), ({ sold }) => sold.product) })
}

/**
 * The value of lines by the account it goes to, in cents, in the order of first appearance. What vouchers pay is taken off where
 * the goods are paid into, so the lines of discounts add nothing.
 */
export const revenue = (
  lines: ReadonlyArray<PricedLine>,
  accounts: SystemAccounts
): ReadonlyMap<bigint, Money.Cents> => {
  const amounts = new Map<bigint, Money.Cents>()
  for (const { product, total_price, voucher_value } of lines) {
    if (product.type === "discount") continue
    const account = product.target_account_id ?? accounts.sale_exit
    const value = Money.subtract(total_price, voucher_value)
    amounts.set(account, Money.add(amounts.get(account) ?? Money.zero, value))
  }
  return amounts
}

/** What goods would cost at their own prices, without price lists, in cents. */
export const listTotal = (
  lines: ReadonlyArray<Pick<PendingLineItem, "list_price" | "product" | "product_price" | "quantity">>
): Money.Cents =>
  Money.sum(
    lines.map(({ list_price, product, product_price, quantity }) =>
      product.type === "discount" ? Money.zero : Money.times(list_price ?? product_price, quantity)
    )
  )

/** Refuses products whose revenue goes to an account that takes no sales. They were stored before that was forbidden. */
export const payable = (
  products: ReadonlyArray<Product>,
  accounts: SystemAccounts
): Result.Result<void, InvalidArgument> => {
  const targets = revenueTypes.map((type) => accounts[type])
  const refused = products.find(({ target_account_id }) =>
    target_account_id !== null && !targets.includes(target_account_id)
  )
  return refused === undefined
    ? Result.succeed(undefined)
    : refuse(orderRules.target_account_forbidden, { product: refused.name })
}

/**
 * The tax in each line of a receipt, in cents. That of all lines with one percentage is rounded once (EN 16931, BR-CO-17) and
 * spread over them, so that they add up to it.
 */
export const taxesOf = (
  lines: ReadonlyArray<Pick<PendingLineItem, "product" | "tax_rate" | "total_price">>
): ReadonlyArray<Money.Cents> => {
  const taxes: Array<Money.Cents> = []
  for (const [rate, places] of Map.groupBy(lines.keys(), (at) => lines[at]!.tax_rate)) {
    // The order of the presses changes no tax: of lines that are equal otherwise, the lower product id is the earlier.
    const ordered = places.toSorted((a, b) => Number(lines[a]!.product.id - lines[b]!.product.id))
    const gross = ordered.map((at) => lines[at]!.total_price)
    const contained = Money.proportions(gross, BigInt(rate), BigInt(wholeRate + rate))
    for (const [i, at] of ordered.entries()) taxes[at] = contained[i]!
  }
  return taxes
}

/** The lines of a receipt with their tax. */
export const taxed = (lines: ReadonlyArray<PricedLine>): ReadonlyArray<BookedLine> => {
  const taxes = taxesOf(lines)
  return lines.map((line, at) => ({ ...line, totalTax: taxes[at]! }))
}

interface Group {
  readonly sold: SoldProduct
  quantity: number
  price: Money.Cents
}

const refusalOf = (
  { price, products, quantity }: Press
): Result.Result<never, InvalidArgument | InvalidSale> | undefined => {
  for (const { product } of products) {
    const named = { product: product.name }
    if (!product.is_locked) return refuse(orderRules.product_not_locked, named)
    if (product.fixed_price && quantity === null) return refuse(orderRules.quantity_needed, named)
    if (!product.fixed_price && price === null) return refuse(orderRules.price_needed, named)
  }
  if (price !== null && (price <= 0n || price > maxFreePrice)) {
    return refuse(orderRules.price_out_of_range, { maximum: maxFreePrice })
  }
  if (quantity === null) return undefined
  if (Math.abs(quantity) > maxQuantity) return refuse(orderRules.quantity_out_of_range, { maximum: maxQuantity })
  const kept = quantity < 0 ? products.find(({ product }) => !isTakenBack(product)) : undefined
  if (kept === undefined) return undefined
  // No one knows whether money or vouchers paid for the returned piece, and the return pays money.
  const rule = isContradictory(kept.product) ? orderRules.voucher_product_returned : orderRules.not_returnable
  return Result.fail(InvalidSale.of(rule, { product: kept.product.name }))
}
