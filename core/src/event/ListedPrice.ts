import { DateTime, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import {
  changesBetween,
  listsFor,
  offersOf,
  type PricedTill,
  type Pricing,
  type Span,
  unitPrice
} from "./pricing/Pricing.ts"
import { ListedVersion } from "./ProductVersion.ts"

/** What a price list makes of the price of a product while it holds. */
export class ListedOffer extends Schema.Class<ListedOffer>("ListedOffer")({
  /** The price list. */
  id: Id,
  /** Its name. */
  name: Schema.String,
  /** What one piece costs by it. */
  price: Money.Cents,
  /** The kinds of wristbands whose wearers get it; none for everyone. */
  user_tag_variant_ids: Schema.Array(Id),
  /** When it ends or is interrupted; null if not within the next two days. */
  until: nullOr(Schema.DateTimeUtc)
}) {}

/** A product as a price list shows it. */
export class ListedPrice extends Schema.Class<ListedPrice>("ListedPrice")({
  ...ListedVersion.fields,
  /** The price lists that hold for it at that moment: at the till, or else at any. The highest rank, which decides for everyone, first. */
  offers: Schema.Array(ListedOffer),
  /** When what everyone pays at the till changes next, by a version or by a price list within two days; without a till, when either does. */
  changes_at: nullOr(Schema.DateTimeUtc),
  /** What everyone pays from then on; null without a till, and if nothing is to change. */
  changes_to: nullOr(Money.Cents)
}) {}

/** Price lists around a moment, and the till that is asked about. */
export interface PricesKnown {
  readonly pricing: Pricing
  readonly around: Span
  /** In milliseconds since 1970. */
  readonly moment: number
  /** Null for all tills. */
  readonly till: PricedTill | null
}

const utc = (millis: number | undefined) => millis === undefined ? null : DateTime.makeUnsafe(millis)

/** Adds to the price of a product what price lists make of it. */
export const withOffers = (
  version: typeof ListedVersion.Type,
  { around, moment, pricing, till }: PricesKnown
): ListedPrice => {
  const { category_id, id, next_from: nextFrom, next_price: nextPrice, price } = version
  const next = nextFrom?.epochMilliseconds ?? Infinity
  const own = offersOf(pricing, { id, category_id })
  if (price === null || own === undefined) {
    const changesTo = till === null ? null : nextPrice
    return new ListedPrice({ ...version, offers: [], changes_at: nextFrom, changes_to: changesTo })
  }
  const offers = listsFor(pricing, { id, category_id, price }, moment, till)
  const lists = changesBetween(new Map([[id, own]]), moment, around.until)
  const paidAt = (at: number, one: PricedTill) =>
    unitPrice(pricing, { id, category_id, price: at < next ? price : nextPrice ?? price }, at, one, []).price
  const moments = [...lists, ...next < Infinity ? [next] : []].toSorted((a, b) => a - b)
  const changes = till === null ? moments[0] : moments.find((at) => paidAt(at, till) !== paidAt(moment, till))
  return new ListedPrice({
    ...version,
    offers: offers.map((offer) =>
      new ListedOffer({
        id: offer.list.id,
        name: offer.list.name,
        price: offer.price as Money.Cents,
        user_tag_variant_ids: offer.list.variant_ids,
        until: utc(offer.list.spans.map(({ until }) => until).find((until) => moment < until && until <= around.until))
      })
    ),
    changes_at: utc(changes),
    changes_to: till === null || changes === undefined ? null : paidAt(changes, till) as Money.Cents
  })
}
