import { type DateTime, Schema } from "effect"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TransactionStatus } from "./CardCheckout.ts"

/** The kind of a movement: a guest's payment, a refund by the merchant, or a charge-back by the guest's bank. */
export const TransactionType = Schema.Literals(["payment", "refund", "charge_back", "unknown"])
export type TransactionType = typeof TransactionType.Type

/** A movement of a merchant's money in the provider's history, of any origin. */
export class CardTransaction extends Schema.Class<CardTransaction>("CardTransaction")({
  /** The provider's id; a refund may have that of its payment. */
  id: Schema.String,
  /** The code on the card slip; a refund has that of its payment. */
  transactionCode: nullOr(Schema.String),
  /**
   * The reference of the payment's creator: the uuid of the order if it is ours. Missing in the history; `transaction`
   * has it.
   */
  reference: nullOr(Schema.String),
  /** In cents, with the provider's sign. */
  amount: Money.Cents,
  /** The part of a payment that the guest added at the card reader, in cents; 0 without a tip, and in the history, which lacks it. */
  tip: Money.Cents,
  currency: Schema.String,
  status: TransactionStatus,
  type: TransactionType,
  at: Schema.DateTimeUtc,
  /** The part of a payment that was refunded so far, in cents; null if the provider does not say. */
  refundedAmount: nullOr(Money.Cents),
  /** Null if the provider does not say. */
  merchantCode: nullOr(Schema.String),
  paymentType: nullOr(Schema.String),
  productSummary: nullOr(Schema.String),
  cardType: nullOr(Schema.String)
}) {}

/** Selects a part of a merchant's history. */
export interface HistoryRequest {
  /** Earliest and latest time, both included; null for no limit. */
  readonly from: DateTime.Utc | null
  readonly to: DateTime.Utc | null
  /** Largest number of transactions in a page. */
  readonly limit: number
  /** The cursor of the previous page, which includes the times; null for the first page. */
  readonly cursor: string | null
}

/** One page of a merchant's history, newest first. */
export interface HistoryPage {
  readonly transactions: ReadonlyArray<CardTransaction>
  /** Number of rows that could not be decoded and are left out. */
  readonly unreadable: number
  /** The cursor of the next page; null on the last. */
  readonly next: string | null
}
