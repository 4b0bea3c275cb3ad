import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"

/** The result for a movement at the card provider, or for an order without one. */
export const Finding = Schema.Literals([
  "matched",
  "tip",
  "differs",
  "not_booked",
  "not_at_provider",
  "duplicate",
  "unknown_order",
  "foreign",
  "undecided",
  "refunded",
  "charged_back"
])
export type Finding = typeof Finding.Type

/** A movement or order with its result. */
export class Difference extends Schema.Class<Difference>("ReconciliationDifference")({
  /**
   * What the comparison found. `tip`: the guest added a tip at the card reader, which is not booked; nothing else differs. `differs`: amount, currency or merchant are not those of the order. `not_booked`: paid, and the order is not
   * booked. `not_at_provider`: booked, and the card provider has no payment. `duplicate`: a further payment of an order. `unknown_order`: a
   * payment with a reference of this system, but without an order. `foreign`: not made for an order of this event. `undecided`: its status
   * is not final. `refunded`, `charged_back`: money that went back by the merchant's will or by that of the payer's bank. Differences never
   * have `matched`.
   */
  kind: Finding,
  /** The order; null if there is none. */
  order_uuid: nullOr(Schema.String),
  /** The card provider's id of the payment; null if it has none. */
  transaction_id: nullOr(Schema.String),
  /** The code on the slip; null if there is none. */
  transaction_code: nullOr(Schema.String),
  /** The total of the order; null if there is no order. */
  order_amount: nullOr(Money.Cents),
  /** The amount at the card provider; null if it has no payment. */
  paid_amount: nullOr(Money.Cents),
  /** The currency, such as EUR. */
  currency: Schema.String,
  /** When the payment was made, or the order if there is no payment. */
  at: Schema.DateTimeUtc,
  /** Whether no one has to look into it any more: the order is settled, the payment was returned, or it is foreign. */
  resolved: Schema.Boolean
}) {}

/** A difference with its number in its report, counted from 1. */
export class NumberedDifference extends Schema.Class<NumberedDifference>("NumberedDifference")({
  /** Its number in the comparison, from 1 on. */
  n: Schema.Int,
  ...Difference.fields
}) {}

/** The report on the card payments of one day. */
export class Reconciliation extends Schema.Class<Reconciliation>("Reconciliation")({
  id: Id,
  /** The event. */
  event_id: Id,
  /** The day in the time zone of the event, as 2026-06-30. */
  day: Schema.String,
  /** `open` until the comparison has succeeded, then `done`. */
  status: Schema.Literals(["open", "done"]),
  /** When the last attempt began. */
  started_at: Schema.DateTimeUtc,
  /** When the comparison succeeded; null before. */
  finished_at: nullOr(Schema.DateTimeUtc),
  /** Why the last attempt failed; it is tried again by itself. Null if it did not fail. */
  problem: nullOr(Schema.String),
  /** Movements of money at the card provider. */
  transactions: Schema.Int,
  /** Entries of the card provider's history that could not be read. */
  unreadable: Schema.Int,
  /** Orders by card that were booked on the day. */
  orders: Schema.Int,
  /** Payments that fit their order. */
  matched: Schema.Int,
  /** Payments and orders that do not fit. */
  differences: Schema.Int,
  /** Differences that someone has to look into. */
  unresolved: Schema.Int,
  /** What was paid at the card provider, in the event's currency. */
  paid: Money.Cents,
  /** What was booked for card payments, in the event's currency. */
  booked: Money.Cents,
  /** What was refunded or charged back at the card provider, in the event's currency. */
  returned: Money.Cents
}) {}

/** A report with a page of its differences, ordered by number. */
export const ReconciliationDetail = Schema.Struct({
  ...Reconciliation.fields,
  /** A page of the differences, by number. */
  entries: Schema.Array(NumberedDifference)
})
export type ReconciliationDetail = typeof ReconciliationDetail.Type
