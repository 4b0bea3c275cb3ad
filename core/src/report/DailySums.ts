import * as Money from "../ledger/Money.ts"
import type { OrderType } from "../order/Order.ts"
import {
  DailyBestSeller,
  DailyCategory,
  DailyNode,
  DailyOperation,
  DailyProduct,
  DailyTax,
  DailyTaxSums
} from "./DailyReport.ts"
import { type LineSums, maxKinds, type OrdersOfKinds, productKinds, type QuarterSums } from "./DailyRepository.ts"
import { TakingsSums } from "./Takings.ts"

/** What was booked on a day. */
export interface BookedOnDay {
  readonly lines: ReadonlyArray<LineSums>
  /** In parts, each by other taxes; at least one. */
  readonly orders: ReadonlyArray<{ readonly kinds: Kinds; readonly counts: ReadonlyArray<OrdersOfKinds> }>
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
const categoryOf = (
  { order_type, product_type }: Pick<LineSums, "order_type" | "product_type">
): DailyCategory => {
  if (product_type === "ticket") return "ticket"
  if (product_type === "topup") return "top_up"
  if (product_type === "payout") return "pay_out"
  return categoryOfOther(order_type)
}

const categoryOfOther = (type: OrderType): DailyCategory =>
  type === "money_transfer_imbalance" ? "imbalance" : isSale(type) ? "sale" : "other"

/** Only sales and tickets are taxed. */
const isTaxed = (line: LineSums) => ["sale", "ticket"].includes(categoryOf(line))

const kindOf = ({ product_type }: LineSums): number =>
  product_type === "ticket" || product_type === "topup" || product_type === "payout"
    ? productKinds[product_type]
    : productKinds.other

const firstTaxBit = Object.keys(productKinds).length

const has = (kinds: bigint, bit: number) => (kinds >> BigInt(bit) & 1n) === 1n

/** The categories of orders with lines of these kinds. */
const categoriesIn = ({ kinds, order_type }: OrdersOfKinds): ReadonlyArray<DailyCategory> => [
  ...(has(kinds, productKinds.ticket) ? ["ticket" as const] : []),
  ...(has(kinds, productKinds.topup) ? ["top_up" as const] : []),
  ...(has(kinds, productKinds.payout) ? ["pay_out" as const] : []),
  ...(has(kinds, productKinds.other) ? [categoryOfOther(order_type)] : [])
]

/** How the lines of orders are told apart: by product and by tax. */
export interface Kinds {
  readonly products: ReadonlyArray<bigint>
  readonly bitOfProduct: ReadonlyArray<number>
  readonly taxes: ReadonlyArray<bigint>
  readonly bitOfTax: ReadonlyArray<number>
  /** The names of the taxes by bit, from the first tax bit on. */
  readonly rows: ReadonlyArray<string>
}

const keyOfTax = ({ tax_rate, tax_rate_id }: LineSums) => tax_rate_id * 10_000n + BigInt(tax_rate)

/** Rates of one name and percentage are one row of a table of taxes. */
const rowOfTax = ({ tax_name, tax_rate }: LineSums) => `${tax_rate} ${tax_name}`

/** The kinds of the lines of a day, in as many parts as it takes to tell all taxes apart; usually one. */
export const kindsOf = (lines: ReadonlyArray<LineSums>): ReadonlyArray<Kinds> => {
  const products = new Map(lines.map((line) => [line.product_id, kindOf(line)]))
  const taxes = new Map(lines.filter(isTaxed).map((line) => [keyOfTax(line), rowOfTax(line)]))
  const all = Array.from(new Set(taxes.values()))
  const inPart = maxKinds - firstTaxBit
  return Array.from({ length: Math.max(1, Math.ceil(all.length / inPart)) }, (_, part) => {
    const rows = all.slice(part * inPart, (part + 1) * inPart)
    const keys = Array.from(taxes).filter(([, row]) => rows.includes(row))
    return {
      products: Array.from(products.keys()),
      bitOfProduct: Array.from(products.values()),
      taxes: keys.map(([key]) => key),
      bitOfTax: keys.map(([, row]) => firstTaxBit + rows.indexOf(row)),
      rows
    }
  })
}

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
    (orders[0]?.counts ?? []).flatMap((count) => categoriesIn(count).map((category) => ({ category, count }))),
    ({ category, count }) => keyOf(category, count.till_id, count.payment_method)
  )
  const rows = Map.groupBy(lines, (line) => keyOf(categoryOf(line), line.till_id, line.payment_method))
  const booked = Array.from(rows, ([key, [first, ...more]]) => {
    const [category, those] = [categoryOf(first!), [first!, ...more]]
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
  const own = lines.filter((line) => tills.has(line.till_id) && isTaxed(line))
  const taxes = Array.from(Map.groupBy(own, rowOfTax), ([row, those]) => {
    const { tax_name, tax_rate } = those[0]!
    const counts = orders.flatMap((part) => {
      const at = part.kinds.rows.indexOf(row)
      return at < 0
        ? []
        : part.counts.filter((count) => tills.has(count.till_id) && has(count.kinds, firstTaxBit + at))
    })
    return new DailyTax({ tax_name, tax_rate, ...taxSums(those, counts) })
  })
  const taxed = (orders[0]?.counts ?? []).filter((count) =>
    tills.has(count.till_id)
    && categoriesIn(count).some((category) => category === "sale" || category === "ticket")
  )
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
  const byProduct = Map.groupBy(dailyProducts(lines.filter(isTaxed)), ({ product_id }) => product_id)
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
