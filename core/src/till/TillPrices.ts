import * as Money from "../base/Money.ts"
import { type EventConfiguration, eventPathTo, productAt } from "../event/EventConfiguration.ts"
import { type UnitPrice, unitPrice } from "../event/pricing/Pricing.ts"
import type { Product } from "../event/Product.ts"
import { soldOutAt } from "../event/SoldOut.ts"
import { layoutCatalogue, type PriceOf, type SaleCatalogue } from "../journal/LineItem.ts"
import type { TerminalTill } from "./TerminalState.ts"

/** What a till sells, and for how much, at the moment of a request and in the last half hour. Moments are milliseconds since 1970. */
export interface TillPrices {
  /** When the request came in. */
  readonly now: number
  /** How long baskets keep their prices, in milliseconds. */
  readonly hold: number
  /** The moments after one and up to another at which something changed, ascending. */
  readonly changes: (after: number, upTo: number) => ReadonlyArray<number>
  readonly catalogueAt: (moment: number) => SaleCatalogue
  /** Prices for someone who wears these kinds of wristbands. */
  readonly priceAt: (moment: number, kinds: ReadonlyArray<bigint>) => PriceOf
  /** The name of the price list that decides such a price; null for the product's own price. */
  readonly listAt: (moment: number, kinds: ReadonlyArray<bigint>) => (product: Product) => string | null
}

/** The prices of a till, from the configuration in memory. */
export const tillPrices = (
  configuration: EventConfiguration,
  { profile, till }: Pick<TerminalTill, "profile" | "till">,
  now: number
): TillPrices => {
  const { buttons, layouts, priceChanges, pricing, products } = configuration
  const place = { path: eventPathTo(configuration, till.node_id), profileId: profile.id }
  const soldOut = soldOutAt(configuration, till.node_id)
  const soldAt = (moment: number) => ({
    get: (id: bigint) => {
      const entry = products.get(id)
      return entry === undefined ? undefined : productAt(entry, moment)
    }
  })
  const decided = (
    { category_id, fixed_price, id, is_returnable, price, type }: Product,
    moment: number,
    kinds: ReadonlyArray<bigint>
  ): UnitPrice => {
    const own = price ?? Money.zero
    return pricing.size === 0 || !fixed_price || is_returnable || type !== "user_defined"
      ? { price: own, list: null }
      : unitPrice(pricing, { id, category_id, price: own }, moment, place, kinds)
  }
  return {
    now,
    hold: configuration.settings.basket_hold_minutes * 60_000,
    changes: (after, upTo) => priceChanges.filter((moment) => after < moment && moment <= upTo),
    catalogueAt: (moment) =>
      layoutCatalogue({ layouts, buttons, products: soldAt(moment) }, profile.layout_id, soldOut),
    priceAt: (moment, kinds) => (product) => decided(product, moment, kinds).price as Money.Cents,
    listAt: (moment, kinds) => (product) => decided(product, moment, kinds).list?.name ?? null
  }
}
