import { type DateTime, Schema } from "effect"
import * as Money from "../ledger/Money.ts"

/** The state of a checkout: `failed` means the last try alone, so the next may still pay it; `unknown` is a word new to us. */
export const CheckoutStatus = Schema.Literals(["pending", "failed", "paid", "expired", "unknown"])
export type CheckoutStatus = typeof CheckoutStatus.Type

/** How a payment stands; one that was given back, in whole or in part, is `refunded`. */
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
  transactionCode: Schema.NullOr(Schema.String),
  /** In cents. */
  amount: Money.Cents,
  currency: Schema.String,
  status: TransactionStatus,
  at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** What a guest pays on the web, as the card provider knows it; those that others made may lack almost anything. */
export class CardCheckout extends Schema.Class<CardCheckout>("CardCheckout")({
  /** The provider's id, which its card form asks for. */
  id: Schema.String,
  /** What its maker calls it: of ours, the uuid of the order. */
  reference: Schema.NullOr(Schema.String),
  status: CheckoutStatus,
  /** In cents. */
  amount: Money.Cents,
  currency: Schema.String,
  /** Whose money it is; null when the provider does not say. */
  merchantCode: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  createdAt: Schema.NullOr(Schema.DateTimeUtc),
  /** It can't be paid any more from then on; null for never. */
  validUntil: Schema.NullOr(Schema.DateTimeUtc),
  /** Of the payment, once there is one. */
  transactionCode: Schema.NullOr(Schema.String),
  transactionId: Schema.NullOr(Schema.String),
  transactions: Schema.Array(CheckoutTransaction)
}) {}

/** A checkout that is to be made. */
export interface NewCheckout {
  /** The uuid of the order. */
  readonly reference: string
  /** In cents, above 0. */
  readonly amount: Money.Cents
  readonly description: string
  readonly validUntil: DateTime.Utc
}

/** What came of deactivating a checkout: `processed` when it has been paid or can't be paid any more already. */
export type Deactivation = "deactivated" | "processed" | "absent"
