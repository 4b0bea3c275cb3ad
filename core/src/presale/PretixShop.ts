import { Schema } from "effect"
import { Link } from "../base/Link.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { SingleLine } from "../base/Text.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"

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
/** The part of an event that concerns all of its orders. */
export const PretixEventDetails = Schema.Struct({
  /** The currency of all amounts; orders don't name it. */
  currency: Schema.String,
  /** Whether it is a series, whose tickets are each for one date. */
  has_subevents: Schema.optionalKey(Schema.Boolean)
})

/** A date of an event series. */
export const PretixDate = Schema.Struct({
  /** The number of the date in the shop. */
  id: Schema.Int,
  /** Its name by language. */
  name: Schema.Record(Schema.String, Schema.String),
  /** When it begins. */
  date_from: Moment
})
export type PretixDate = typeof PretixDate.Type

/** A product or a variation with what its shop wants to be checked at the entrance. */
const Noted = {
  checkin_attention: Schema.optionalKey(nullOr(Schema.Boolean)),
  checkin_text: Schema.optionalKey(nullOr(Schema.String))
}
/** A product as the entrance needs it. */
export const PretixItem = Schema.Struct({
  id: Schema.Int,
  name: Schema.Record(Schema.String, Schema.String),
  ...Noted,
  variations: Schema.optionalKey(
    nullOr(Schema.Array(
      Schema.Struct({ id: Schema.Int, value: Schema.Record(Schema.String, Schema.String), ...Noted })
    ))
  )
})
export type PretixItem = typeof PretixItem.Type

export const PretixCheckInList = Schema.Struct({
  /** The number of the list in the shop. */
  id: Schema.Int,
  /** Its name in the shop. */
  name: Schema.String,
  /** Whether it has the tickets of all products. */
  all_products: Schema.Boolean,
  /** The products on the list unless it has all. */
  limit_products: Schema.Array(Schema.Int),
  /** The number of the date of an event series whose tickets it has; null for those of all dates. */
  subevent: Schema.optionalKey(nullOr(Schema.Int))
})
export type PretixCheckInList = typeof PretixCheckInList.Type

/** A check-in list with its date, as people choose it. */
export const DatedCheckInList = Schema.Struct({
  ...PretixCheckInList.fields,
  /** The date of an event series whose tickets it has; null for a list of all dates, and for a date that the shop does not show. */
  date: nullOr(PretixDate)
})
export type DatedCheckInList = typeof DatedCheckInList.Type

/** What the shop of an event answers, and what of the settings it does not have. */
export const ShopReport = Schema.Struct({
  /** What the shop sells. */
  products: Schema.Array(PretixProduct),
  /** The lists at which the shop checks guests in. */
  check_in_lists: Schema.Array(DatedCheckInList),
  /** How many orders the shop has; null if it does not say. */
  orders: nullOr(Schema.Int),
  /** Products that the settings of the event name and that the shop does not have. */
  missing_products: Schema.Array(Schema.Int),
  /** Whether the settings name a check-in list that the shop does not have. */
  is_check_in_list_missing: Schema.Boolean,
  /** Whether the key may check guests in; null if the shop has no list at which that could be tried. */
  may_check_in: nullOr(Schema.Boolean),
  /** The currency of the shop's event. */
  currency: Schema.String,
  /** Whether the shop's event has another currency than this one, so that none of its orders may be imported. */
  is_other_currency: Schema.Boolean,
  /** Dates that the settings of the event name and that the shop does not have. */
  missing_dates: Schema.Array(Schema.Int),
  /** Whether the settings name a check-in list that has one date alone, and tickets of other dates are imported. */
  is_check_in_list_of_one_date: Schema.Boolean
})
export type ShopReport = typeof ShopReport.Type
