import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"

/** The sales of one cashier at one till that had the prices of an earlier moment. */
export class HeldPrices extends Schema.Class<HeldPrices>("HeldPrices")({
  /** The till. */
  till_id: Id,
  /** The name of the till. */
  till_name: Schema.String,
  /** The user who booked them; null for a sale that no one booked. */
  cashier_id: nullOr(Id),
  /** The name of that user; null without one. */
  cashier_name: nullOr(Schema.String),
  /** How many sales. */
  count: Schema.Int,
  /** The sum of their lines. */
  revenue: Money.Cents,
  /** The most time between the moment of the prices and the booking, in whole seconds. */
  longest_seconds: Schema.Int
}) {}

/** Sales of a period at the prices of an earlier moment than that of their booking, after prices had changed in between. */
export class HeldPriceStats extends Schema.Class<HeldPriceStats>("HeldPriceStats")({
  /** The start of the period. */
  from_time: Schema.DateTimeUtc,
  /** The end of the period, which is not part of it. */
  to_time: Schema.DateTimeUtc,
  /** By till and cashier, the most sales first; sales that were cancelled are left out. */
  held: Schema.Array(HeldPrices)
}) {}
