import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { Cents, format } from "@wristbank/core/base/Money"
import { nullOr } from "@wristbank/core/base/OptionalField"
import type { EventSettings } from "@wristbank/core/event/EventSettings"
import type { ListedPrice } from "@wristbank/core/event/ListedPrice"
import { Rate } from "@wristbank/core/event/TaxRate"
import { Schema } from "effect"
import { moment } from "./Table.ts"

const PriceRow = Schema.Struct({
  id: Id,
  product: Schema.String,
  /** Null for a price that is typed in. */
  price: nullOr(Cents),
  /** Null if vouchers don't pay for it. */
  price_in_vouchers: nullOr(Schema.Int),
  tax_rate: Rate,
  /** The price list that decides; null for the product's own price. */
  price_list: nullOr(Schema.String),
  /** When the product's own price began; null for a price list. */
  since: nullOr(Moment),
  /** When the price changes next; null if nothing is planned. */
  changes_at: nullOr(Moment),
  /** What it is then; null if that is not the same everywhere. */
  changes_to: nullOr(Cents)
})
type PriceRow = typeof PriceRow.Type

/** The JSON form of a list of prices. */
export const encodePrices = Schema.encodeSync(Schema.toCodecJson(Schema.Array(PriceRow)))

const ofGuests = (name: string, isForSome: boolean) => isForSome ? `${name} (some wristbands)` : name

/** A line for each product with what everyone pays, and for each price list that holds for some: at other tills or for other guests. */
export const priceRows = (listed: ReadonlyArray<ListedPrice>, isOfTill: boolean): ReadonlyArray<PriceRow> =>
  listed.flatMap((one) => {
    const { changes_at, changes_to, id, name: product, offers, price, price_in_vouchers, tax_rate, valid_from } = one
    const shared = { id, product, price_in_vouchers, tax_rate }
    const own = { ...shared, price, price_list: null, since: valid_from, changes_at, changes_to }
    const byList = offers.map((offer) => ({
      ...shared,
      price: offer.price,
      price_list: ofGuests(offer.name, offer.user_tag_variant_ids.length > 0),
      since: null,
      changes_at: offer.until,
      changes_to: null
    }))
    if (!isOfTill) return [own, ...byList]
    const decides = offers.findIndex((offer) => offer.user_tag_variant_ids.length === 0)
    const everyone = byList[decides] === undefined ? own : { ...byList[decides], changes_at, changes_to }
    return [
      everyone,
      ...byList.filter((row, at) => row.price < everyone.price! && offers[at]!.user_tag_variant_ids.length > 0)
    ]
  })

/** The columns of a list of prices, in the time zone and currency of an event. */
export const priceColumns = (
  { currency_identifier: currency, time_zone: zone }: Pick<EventSettings, "currency_identifier" | "time_zone">
): Readonly<Record<string, (row: PriceRow) => string>> => {
  const amount = (cents: Cents) => `${format(cents)} ${currency}`
  return {
    product: ({ product }) => product,
    price: ({ price }) => price === null ? "typed in" : amount(price),
    vouchers: ({ price_in_vouchers: vouchers }) => vouchers === null ? "" : String(vouchers),
    tax: ({ tax_rate: rate }) => `${rate / 100} %`,
    "decided by": ({ price_list: list, since }) => list ?? `its own price since ${moment(since, zone)}`,
    "next change": ({ changes_at: at, changes_to: to }) =>
      at === null ? "" : to === null ? moment(at, zone) : `${amount(to)} from ${moment(at, zone)}`
  }
}
