import { type DateTime, Schema } from "effect"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"

/**
 * The state of a checkout. `failed` concerns only the last try, so a later one may still pay; `unknown` is a value that
 * we don't know.
 */
export const CheckoutStatus = Schema.Literals(["pending", "failed", "paid", "expired", "unknown"])
export type CheckoutStatus = typeof CheckoutStatus.Type

/** The state of a payment; `refunded` if all or part of it was returned. */
export const TransactionStatus = Schema.Literals([
  "successful",
  "failed",
  "cancelled",
  "refunded",
  "pending",
  "unknown"
])
export type TransactionStatus = typeof TransactionStatus.Type

/** A try to pay a checkout. */
export class CheckoutTransaction extends Schema.Class<CheckoutTransaction>("CheckoutTransaction")({
  id: Schema.String,
  transactionCode: nullOr(Schema.String),
  /** In cents. */
  amount: Money.Cents,
  currency: Schema.String,
  status: TransactionStatus,
  at: nullOr(Schema.DateTimeUtc)
}) {}

/** A payment on the web as the card provider knows it. Checkouts of other systems may lack almost any field. */
export class CardCheckout extends Schema.Class<CardCheckout>("CardCheckout")({
  /** The provider's id, which its card form needs. */
  id: Schema.String,
  /** The reference of its creator: the uuid of the order if it is ours. */
  reference: nullOr(Schema.String),
  status: CheckoutStatus,
  /** In cents. */
  amount: Money.Cents,
  currency: Schema.String,
  /** The merchant who receives the money; null if the provider does not say. */
  merchantCode: nullOr(Schema.String),
  description: nullOr(Schema.String),
  createdAt: nullOr(Schema.DateTimeUtc),
  /** Time from which it can't be paid; null for never. */
  validUntil: nullOr(Schema.DateTimeUtc),
  /** Of the payment, once there is one. */
  transactionCode: nullOr(Schema.String),
  transactionId: nullOr(Schema.String),
  transactions: Schema.Array(CheckoutTransaction)
}) {}

/** A checkout to be created. */
export interface NewCheckout {
  /** The uuid of the order. */
  readonly reference: string
  /** In cents, above 0. */
  readonly amount: Money.Cents
  readonly description: string
  readonly validUntil: DateTime.Utc
}

/** The result of deactivating a checkout; `processed` if it was already paid or can't be paid any more. */
export type Deactivation = "deactivated" | "processed" | "absent"
