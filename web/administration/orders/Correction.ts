import { add, type Amount, subtract, times, zero } from "../../kit/Amount.ts"
import type { OfficeAnswer, OfficeBody } from "../calls.ts"

export type Order = OfficeAnswer<"GET /orders/:order_id">
export type Product = OfficeAnswer<"GET /products/:product_id">

/** A line of a sale that is being corrected. Products with a fixed price have pieces, others a price. */
export interface Line {
  readonly productId: number
  readonly name: string
  readonly isFixed: boolean
  /** The price of one piece, or of the line if the price is free. */
  readonly price: Amount
  /** A fraction. */
  readonly taxRate: number
  readonly pieces: number
}

/** Why a booking can be neither corrected nor cancelled; `undefined` if it can. */
export const fixedBecause = (
  { cancelled_by_order, order_type, payment_method }: Pick<
    Order,
    "cancelled_by_order" | "order_type" | "payment_method"
  >
): "notSale" | "notTag" | "cancelled" | undefined =>
  order_type !== "sale"
    ? "notSale"
    : payment_method !== "tag"
    ? "notTag"
    : cancelled_by_order !== null
    ? "cancelled"
    : undefined

/** A line for a product, as it is sold now. */
export const lineOf = (
  { fixed_price, id, name, price, tax_rate }: Pick<Product, "fixed_price" | "id" | "name" | "price" | "tax_rate">
): Line => ({
  productId: id,
  name,
  isFixed: fixed_price,
  price: price ?? zero,
  taxRate: tax_rate,
  pieces: 1
})

/**
 * The lines of a sale, at the prices that its products have now: the correction is a new sale. What the server adds to a sale by
 * itself, such as the discount of vouchers, is no line.
 */
export const linesOf = (
  { line_items }: Pick<Order, "line_items">,
  products: ReadonlyMap<number, Product>
): ReadonlyArray<Line> =>
  line_items.filter(({ product }) => product.type === "user_defined").map((item) => {
    const { product, product_price, quantity } = item
    const now = products.get(product.id)
    const line = { ...lineOf(product), taxRate: now?.tax_rate ?? item.tax_rate }
    return product.fixed_price
      ? { ...line, price: now?.price ?? product_price, pieces: quantity }
      : { ...line, price: times(product_price, quantity) }
  })

/** Whether the lines are those of the sale, in any order; the server refuses such a correction. */
export const isSame = (lines: ReadonlyArray<Line>, order: Pick<Order, "line_items">): boolean =>
  contentOf(lines) === contentOf(linesOf(order, new Map()))

/** Pieces of a product, or what is paid for one with a free price, are added up. */
const contentOf = (lines: ReadonlyArray<Line>): string =>
  Array.from(
    Map.groupBy(lines.filter(({ pieces }) => pieces !== 0), ({ productId }) => productId),
    ([id, [first, ...more]]) => {
      const { isFixed, price, taxRate } = first!
      const pieces = more.reduce((sum, line) => sum + line.pieces, first!.pieces)
      return [id, taxRate, ...(isFixed ? [price, pieces] : [totalOf([first!, ...more])])].join(" ")
    }
  ).toSorted().join()

/** The line with other pieces; for a free price, with none or one. */
export const withPieces = (line: Line, pieces: number): Line => ({ ...line, pieces })

export const totalOf = (lines: ReadonlyArray<Line>): Amount =>
  add(...lines.map(({ isFixed, pieces, price }) => isFixed ? times(price, pieces) : pieces === 0 ? zero : price))

/** What the guest pays more, or gets back if it is negative. */
export const differenceOf = (lines: ReadonlyArray<Line>, { total_price }: Pick<Order, "total_price">): Amount =>
  subtract(totalOf(lines), total_price)

type Body = OfficeBody<"POST /orders/:order_id/edit">

/** The lines as the call takes them; lines without pieces are left out. */
export const productsOf = (lines: ReadonlyArray<Line>): Body["products"] =>
  lines.filter(({ pieces }) => pieces !== 0).map(({ isFixed, pieces, price, productId }) => ({
    product_id: productId,
    quantity: isFixed ? pieces : null,
    price: isFixed ? null : price
  }))
