import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { ProductType } from "../event/Product.ts"
import type { ReportTime } from "./EventDay.ts"
import { hoursOf, piecesIn, revenueIn, seriesOf, Slice, StatInterval, timeSeries } from "./TimeSeries.ts"

/** A product and its own node, which may be above the tills that sold it. */
const placed = {
  /** The product. */
  product_id: Id,
  /** Its present name. */
  product_name: Schema.String,
  /** The node at which it was created; the tills that sold it may be below. */
  node_id: Id,
  /** The name of that node. */
  node_name: Schema.String
}

/** The sales of one product by hour. */
export class ProductTimeseries extends Schema.Class<ProductTimeseries>("ProductTimeseries")({
  ...placed,
  /** Full hours in the event's time zone in which it was sold, ascending. */
  intervals: Schema.Array(StatInterval)
}) {}

/** The total sales of one product in a period. */
export class ProductOverallStats extends Schema.Class<ProductOverallStats>("ProductOverallStats")({
  ...placed,
  /** Pieces sold, less those returned. */
  count: Schema.Int,
  /** What was taken for it, before vouchers are deducted. */
  revenue: Money.Cents,
  /** Vouchers that paid for it, less those of cancelled sales. */
  vouchers_redeemed: Schema.Int
}) {}

/** All sales, in total and by product, ordered by name. Discounts are part of the totals but not a product. */
export class ProductStats extends Schema.Class<ProductStats>("ProductStats")({
  ...timeSeries,
  /** Sales of each product by hour, without returnable ones. */
  product_hourly_intervals: Schema.Array(ProductTimeseries),
  /** Sales of each product in the whole period, without returnable ones. */
  product_overall_stats: Schema.Array(ProductOverallStats),
  /** Sales of returnable products, such as cups with a deposit, by hour. */
  deposit_hourly_intervals: Schema.Array(ProductTimeseries),
  /** Sales of returnable products in the whole period. */
  deposit_overall_stats: Schema.Array(ProductOverallStats)
}) {}

/** A slice of the sales of one product, with the product's present data. */
export class ProductSlice extends Slice.extend<ProductSlice>("ProductSlice")({
  ...placed,
  product_type: ProductType,
  is_returnable: Schema.Boolean,
  vouchers: Schema.BigInt
}) {}

/**
 * Sums slices, which must ascend within a product, into the hours and days of a report and the hours of each product.
 */
export const productStats = (time: ReportTime, slices: ReadonlyArray<ProductSlice>): ProductStats => {
  const ofProducts = slices.filter(({ product_type }) => product_type === "user_defined")
  const products = statsOf(time, ofProducts.filter(({ is_returnable }) => !is_returnable))
  const deposits = statsOf(time, ofProducts.filter(({ is_returnable }) => is_returnable))
  return new ProductStats({
    ...seriesOf(time, slices),
    product_hourly_intervals: products.map(({ hours }) => hours),
    product_overall_stats: products.map(({ overall }) => overall),
    deposit_hourly_intervals: deposits.map(({ hours }) => hours),
    deposit_overall_stats: deposits.map(({ overall }) => overall)
  })
}

const statsOf = ({ timeZone }: ReportTime, slices: ReadonlyArray<ProductSlice>) =>
  Array.from(Map.groupBy(slices, ({ product_id }) => product_id), ([product_id, sold]) => {
    const { node_id, node_name, product_name } = sold[0]!
    const product = { product_id, product_name, node_id, node_name }
    return {
      hours: new ProductTimeseries({ ...product, intervals: hoursOf(timeZone, sold) }),
      overall: new ProductOverallStats({
        ...product,
        count: piecesIn(sold),
        revenue: revenueIn(sold),
        vouchers_redeemed: sold.reduce((sum, { vouchers }) => sum + Number(vouchers), 0)
      })
    }
  })
