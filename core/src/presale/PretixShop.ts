import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import { Link } from "../primitives/Link.ts"
import { nullOr } from "../primitives/OptionalField.ts"
import { SingleLine } from "../primitives/Text.ts"

/** A shop as a form has it; without a key, or with the marker for one, the stored key is used. */
export const PretixEntry = Schema.Struct({
  /** The short name of the organiser, as in the shop's addresses. */
  organizer: SingleLine,
  /** The short name of the event, as in the shop's addresses. */
  event: SingleLine,
  /** The API token of a pretix team. Empty or the marker of a stored secret: the stored key is used, for the shop that it belongs to. */
  apiKey: SingleLine,
  /** The address of the shop, such as `https://pretix.eu`. */
  url: Link
})

/** The key of such a form; null for the stored one. */
export const keyIn = ({ apiKey }: typeof PretixEntry.Type): string | null =>
  apiKey === "" || apiKey === secretMarker ? null : apiKey

export const PretixProduct = Schema.Struct({
  /** The number of the product in the shop. */
  id: Schema.Int,
  /** Its name by language, such as `de` or `en`. */
  name: Schema.Record(Schema.String, Schema.String),
  /** Its price before a variation or a voucher of the shop changes it. */
  default_price: Money.Cents
})
export const PretixCheckInList = Schema.Struct({
  /** The number of the list in the shop. */
  id: Schema.Int,
  /** Its name in the shop. */
  name: Schema.String,
  /** Whether it has the tickets of all products. */
  all_products: Schema.Boolean,
  /** The products on the list unless it has all. */
  limit_products: Schema.Array(Schema.Int)
})
export type PretixCheckInList = typeof PretixCheckInList.Type

/** What the shop of an event answers, and what of the settings it does not have. */
export const ShopReport = Schema.Struct({
  /** What the shop sells. */
  products: Schema.Array(PretixProduct),
  /** The lists at which the shop checks guests in. */
  check_in_lists: Schema.Array(PretixCheckInList),
  /** How many orders the shop has; null if it does not say. */
  orders: nullOr(Schema.Int),
  /** Products that the settings of the event name and that the shop does not have. */
  missing_products: Schema.Array(Schema.Int),
  /** Whether the settings name a check-in list that the shop does not have. */
  is_check_in_list_missing: Schema.Boolean,
  /** Whether the key may check guests in; null if the shop has no list at which that could be tried. */
  may_check_in: nullOr(Schema.Boolean)
})
export type ShopReport = typeof ShopReport.Type
