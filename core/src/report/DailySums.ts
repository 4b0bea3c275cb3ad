import * as Money from "../base/Money.ts"
import type { ProductType } from "../event/Product.ts"
import type { OrderType } from "../journal/Order.ts"
import {
  DailyBestSeller,
  DailyCategory,
  DailyNode,
  DailyOperation,
  DailyProduct,
  DailyTax,
  DailyTaxSums
} from "./DailyReport.ts"
import type { LineSums, OrdersOfKinds, QuarterSums } from "./DailyRepository.ts"
import { TakingsSums } from "./Takings.ts"

/** What was booked on a day. */
export interface BookedOnDay {
  readonly lines: ReadonlyArray<LineSums>
  readonly orders: ReadonlyArray<OrdersOfKinds>
}

/** A node whose figures are requested. */
export interface RequestedNode {
  readonly id: bigint
  readonly name: string
  /** The tills at it and below it. */
  readonly tills: ReadonlySet<bigint>
}

/** Where the tills are. */
export interface Places {
  /** The nearest requested node at or above each till. */
  readonly nearest: ReadonlyMap<bigint, bigint>
  readonly nodeOf: ReadonlyMap<bigint, bigint>
  readonly nameOf: (nodeId: bigint) => string
}

const isSale = (type: OrderType) => type === "sale" || type === "cancel_sale"

/** The category of a line: by the type of its product, else by the type of its order. */
const categoryOf = (orderType: OrderType, productType: ProductType): DailyCategory => {
  if (productType === "ticket") return "ticket"
  if (productType === "topup") return "top_up"
  if (productType === "payout") return "pay_out"
  return orderType === "money_transfer_imbalance" ? "imbalance" : isSale(orderType) ? "sale" : "other"
}

const categoryOfLine = ({ order_type, product_type }: LineSums) => categoryOf(order_type, product_type)

/** Only sales and tickets are taxed. */
const isTaxed = (category: DailyCategory) => category === "sale" || category === "ticket"

/** The categories of orders with lines of these kinds, each once. */
const categoriesIn = ({ kinds, order_type }: OrdersOfKinds): ReadonlySet<DailyCategory> =>
  new Set(kinds.map(([productType]) => categoryOf(order_type, productType)))

/** Rates of one name and percentage are one row of a table of taxes. */
const rowOfTax = (rate: number, name: string) => `${rate} ${name}`

/** The rows of the table of taxes in which orders with lines of these kinds count. */
const taxesIn = ({ kinds, order_type }: OrdersOfKinds): ReadonlySet<string> =>
  new Set(
    kinds.filter(([productType]) => isTaxed(categoryOf(order_type, productType)))
      .map(([, rate, name]) => rowOfTax(rate, name))
  )

/** Orders less cancelled ones. */
const net = (counts: ReadonlyArray<OrdersOfKinds>) =>
  counts.reduce((sum, { order_type, orders }) => sum + (order_type === "cancel_sale" ? -orders : orders), 0)

const cancelsIn = (counts: ReadonlyArray<OrdersOfKinds>) =>
  counts.reduce((sum, { order_type, orders }) => sum + (order_type === "cancel_sale" ? orders : 0), 0)

const total = (lines: ReadonlyArray<{ readonly total: Money.Cents }>) => Money.sum(lines.map((line) => line.total))

/** A discount is a line of its own, and no piece of anything. */
const pieces = (lines: ReadonlyArray<Pick<LineSums, "pieces" | "product_type">>) =>
  lines.reduce((sum, line) => line.product_type === "discount" ? sum : sum + line.pieces, 0)

/**
 * What was booked, by category, place and payment method. A sale belongs to the nearest requested node, everything else to
 * the node of its till, so that each booking is in one row. Requested nodes without bookings have a row of zeros.
 */
export const operations = (
  { lines, orders }: BookedOnDay,
  requested: ReadonlyArray<RequestedNode>,
  places: Places
): ReadonlyArray<DailyOperation> => {
  const placeOf = (category: DailyCategory, tillId: bigint) =>
    (category === "sale" ? places.nearest : places.nodeOf).get(tillId) ?? 0n
  const keyOf = (category: DailyCategory, tillId: bigint, method: string) =>
    `${category} ${placeOf(category, tillId)} ${method}`
  const counts = Map.groupBy(
    orders.flatMap((count) => Array.from(categoriesIn(count), (category) => ({ category, count }))),
    ({ category, count }) => keyOf(category, count.till_id, count.payment_method)
  )
  const rows = Map.groupBy(lines, (line) => keyOf(categoryOfLine(line), line.till_id, line.payment_method))
  const booked = Array.from(rows, ([key, [first, ...more]]) => {
    const [category, those] = [categoryOfLine(first!), [first!, ...more]]
    const node_id = placeOf(category, first!.till_id)
    return new DailyOperation({
      category,
      node_id,
      node_name: places.nameOf(node_id),
      payment_method: first!.payment_method,
      orders: net((counts.get(key) ?? []).map(({ count }) => count)),
      products: pieces(those),
      sum: total(those)
    })
  })
  const idle = requested.filter(({ tills }) => !lines.some(({ till_id }) => tills.has(till_id)))
    .map(({ id, name }) =>
      new DailyOperation({
        category: "sale",
        node_id: id,
        node_name: name,
        payment_method: null,
        orders: 0,
        products: 0,
        sum: Money.zero
      })
    )
  return [...booked, ...idle].toSorted((a, b) =>
    DailyCategory.literals.indexOf(a.category) - DailyCategory.literals.indexOf(b.category)
    || compare(a.node_name, b.node_name) || compare(a.node_id, b.node_id)
    || compare(a.payment_method ?? "", b.payment_method ?? "")
  )
}

const compare = <A extends bigint | string>(a: A, b: A) => a < b ? -1 : a > b ? 1 : 0

/** The sales and tickets of a requested node. */
export const dailyNode = (
  { lines, orders }: BookedOnDay,
  { id, name, tills }: RequestedNode
): DailyNode => {
  const own = lines.filter((line) => tills.has(line.till_id) && isTaxed(categoryOfLine(line)))
  const counts = orders.filter((count) => tills.has(count.till_id))
  const taxes = Array.from(
    Map.groupBy(own, ({ tax_name, tax_rate }) => rowOfTax(tax_rate, tax_name)),
    ([row, those]) => {
      const { tax_name, tax_rate } = those[0]!
      return new DailyTax({ tax_name, tax_rate, ...taxSums(those, counts.filter((count) => taxesIn(count).has(row))) })
    }
  )
  const taxed = counts.filter((count) => Array.from(categoriesIn(count)).some(isTaxed))
  return new DailyNode({
    node_id: id,
    node_name: name,
    taxes: taxes.toSorted((a, b) => b.tax_rate - a.tax_rate || compare(a.tax_name, b.tax_name)),
    tax_total: new DailyTaxSums(taxSums(own, taxed)),
    products: dailyProducts(own)
  })
}

const taxSums = (lines: ReadonlyArray<LineSums>, counts: ReadonlyArray<OrdersOfKinds>) => {
  const gross = total(lines)
  const tax = Money.sum(lines.map((line) => line.tax))
  return {
    orders: net(counts),
    products: pieces(lines),
    gross,
    tax,
    net: Money.subtract(gross, tax),
    cancels: cancelsIn(counts),
    cancelled: Money.negate(total(lines.filter(({ order_type }) => order_type === "cancel_sale")))
  }
}

const nameIn = (lines: ReadonlyArray<LineSums>) =>
  lines.reduce((last, line) => line.revision_id > last.revision_id ? line : last).product_name

/**
 * The products of sales and tickets by tax rate. Vouchers are deducted from the products that they paid for instead of the
 * discounts; a discount that no voucher explains remains a row of its own.
 */
const dailyProducts = (lines: ReadonlyArray<LineSums>): ReadonlyArray<DailyProduct> => {
  const byRate = Map.groupBy(lines, ({ product_id, tax_rate }) => `${product_id} ${tax_rate}`)
  const products = Array.from(byRate.values()).flatMap((those) => {
    const { product_id, product_type, tax_rate } = those[0]!
    const isDiscount = product_type === "discount"
    const explained = isDiscount ? lines.filter((line) => line.tax_rate === tax_rate) : []
    const voucher_value = Money.sum(those.map((line) => line.voucher_value))
    const gross = isDiscount
      ? Money.add(total(those), Money.sum(explained.map((line) => line.voucher_value)))
      : Money.subtract(total(those), voucher_value)
    if (isDiscount && gross === 0n) return []
    const quantity_for_vouchers = those.reduce((sum, line) => sum + line.voucher_pieces, 0)
    return new DailyProduct({
      product_id,
      name: nameIn(those),
      tax_rate,
      quantity: pieces(those) - quantity_for_vouchers,
      gross,
      vouchers: those.reduce((sum, { vouchers }) => sum + vouchers, 0),
      quantity_for_vouchers,
      voucher_value
    })
  })
  return products.toSorted((a, b) =>
    compare(a.name, b.name) || compare(a.product_id, b.product_id) || b.tax_rate - a.tax_rate
  )
}

/** The products of sales and tickets by what was paid for them with money, the highest first. */
export const bestSellers = (lines: ReadonlyArray<LineSums>): ReadonlyArray<DailyBestSeller> => {
  const byProduct = Map.groupBy(
    dailyProducts(lines.filter((line) => isTaxed(categoryOfLine(line)))),
    ({ product_id }) => product_id
  )
  return Array.from(byProduct, ([product_id, those]) =>
    new DailyBestSeller({
      product_id,
      name: nameIn(lines.filter((line) => line.product_id === product_id)),
      quantity: those.reduce((sum, { quantity, quantity_for_vouchers }) => sum + quantity + quantity_for_vouchers, 0),
      revenue: Money.sum(those.map(({ gross }) => gross))
    }))
    .toSorted((a, b) => compare(b.revenue, a.revenue) || compare(a.name, b.name) || compare(a.product_id, b.product_id))
}

const isTopUp = ({ order_type, product_type }: LineSums | QuarterSums) =>
  order_type === "top_up" || (order_type === "ticket" && product_type === "topup")

/** The takings in lines, as the statistics count them. */
export const takingsOf = (lines: ReadonlyArray<LineSums | QuarterSums>): TakingsSums => {
  const of = (isMeant: (line: LineSums | QuarterSums) => boolean) => lines.filter(isMeant)
  return new TakingsSums({
    sales: total(of(({ order_type }) => isSale(order_type))),
    tickets: total(of((line) => line.order_type === "ticket" && !isTopUp(line))),
    top_ups: total(of(isTopUp)),
    pay_outs: total(of(({ order_type }) => order_type === "pay_out")),
    pieces: pieces(of(({ order_type, product_type }) => isSale(order_type) && product_type === "user_defined")),
    entries: pieces(of(({ product_type }) => product_type === "ticket"))
  })
}

/** Vouchers spent in sales, less those returned by cancels. */
export const vouchersIn = (lines: ReadonlyArray<LineSums>): number =>
  lines.reduce((sum, { vouchers }) => sum + vouchers, 0)
