import { Schema, Struct } from "effect"
import { Price } from "./Product.ts"
import { NewProductVersion, ProductVersion } from "./ProductVersion.ts"

/** What the office enters to change the price or tax of a ticket. A field that is left out stays as it is at that moment. */
export class NewTicketVersion extends Schema.Class<NewTicketVersion>("NewTicketVersion")({
  valid_from: NewProductVersion.fields.valid_from,
  /** Gross price of the admission alone, from 0 to 10,000,000.00. */
  price: Schema.optionalKey(Price),
  /** The tax rate of the admission. */
  tax_rate_id: NewProductVersion.fields.tax_rate_id
}) {}

/** A version of a ticket: what the admission costs from one moment until the next version begins. */
export class TicketVersion extends Schema.Class<TicketVersion>("TicketVersion")({
  ...Struct.omit(ProductVersion.fields, [
    "holds",
    "price",
    "price_in_vouchers",
    "target_account_id",
    "user_tag_variant_ids"
  ]),
  /** Gross price of the admission alone. */
  price: Price
}) {}
