import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { Link } from "../organisation/EventSettings.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import { SingleLine } from "../primitives/Text.ts"

/** A shop as a form has it; without a key, or with the marker for one, the stored key is used. */
export const PretixEntry = Schema.Struct({
  organizer: SingleLine,
  event: SingleLine,
  apiKey: SingleLine,
  url: Link
})

/** The key of such a form; null for the stored one. */
export const keyIn = ({ apiKey }: typeof PretixEntry.Type): string | null =>
  apiKey === "" || apiKey === secretMarker ? null : apiKey

export const PretixProduct = Schema.Struct({
  id: Schema.Int,
  /** By language. */
  name: Schema.Record(Schema.String, Schema.String),
  default_price: Money.Cents
})
export const PretixCheckInList = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  all_products: Schema.Boolean,
  /** The products on the list unless it has all. */
  limit_products: Schema.Array(Schema.Int)
})
export type PretixCheckInList = typeof PretixCheckInList.Type

/** What the shop of an event answers, and what of the settings it does not have. */
export const ShopReport = Schema.Struct({
  products: Schema.Array(PretixProduct),
  check_in_lists: Schema.Array(PretixCheckInList),
  /** Null if the shop does not say it. */
  orders: Schema.NullOr(Schema.Int),
  /** Products of the settings that the shop does not have. */
  missing_products: Schema.Array(Schema.Int),
  /** Whether the settings name a check-in list that the shop does not have. */
  is_check_in_list_missing: Schema.Boolean
})
export type ShopReport = typeof ShopReport.Type
