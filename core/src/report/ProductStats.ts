import { Schema } from "effect"
import { ProductType } from "../catalogue/Product.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import type { ReportTime } from "./EventDay.ts"
import { hoursOf, piecesIn, revenueIn, seriesOf, Slice, StatInterval, timeSeries } from "./TimeSeries.ts"

const named = { product_id: Id, product_name: Schema.String }

/** What of one product was sold, by hour. */
export class ProductTimeseries extends Schema.Class<ProductTimeseries>("ProductTimeseries")({
  ...named,
  /** Full hours of the event's clocks in which it was sold, ascending. */
  intervals: Schema.Array(StatInterval)
}) {}

/** What of one product was sold in all of a period. */
export class ProductOverallStats extends Schema.Class<ProductOverallStats>("ProductOverallStats")({
  ...named,
  /** Pieces, less those taken back. */
  count: Schema.Int,
  /** In cents. */
  revenue: Money.Cents
}) {}

/** What was sold, in all and by product; discounts are part of the sums and no product. Products come by name. */
export class ProductStats extends Schema.Class<ProductStats>("ProductStats")({
  ...timeSeries,
  product_hourly_intervals: Schema.Array(ProductTimeseries),
  product_overall_stats: Schema.Array(ProductOverallStats),
  /** Of products that can be returned. */
  deposit_hourly_intervals: Schema.Array(ProductTimeseries),
  deposit_overall_stats: Schema.Array(ProductOverallStats)
}) {}

/** A slice of what was sold of one product, as the product is now. */
export class ProductSlice extends Slice.extend<ProductSlice>("ProductSlice")({
  ...named,
  product_type: ProductType,
  is_returnable: Schema.Boolean
}) {}

/** Folds slices, ascending within a product, into the hours and days of a report and the hours of each product. */
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
    const product = { product_id, product_name: sold[0]!.product_name }
    return {
      hours: new ProductTimeseries({ ...product, intervals: hoursOf(timeZone, sold) }),
      overall: new ProductOverallStats({ ...product, count: piecesIn(sold), revenue: revenueIn(sold) })
    }
  })
