import { type DateTime, Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { TransactionStatus } from "./CardCheckout.ts"

/** What kind of movement of money it is: a guest's payment, or money that went back by the merchant's or the guest's bank's will. */
export const TransactionType = Schema.Literals(["payment", "refund", "charge_back", "unknown"])
export type TransactionType = typeof TransactionType.Type

/** A movement of a merchant's money in the provider's history, of whatever origin. */
export class CardTransaction extends Schema.Class<CardTransaction>("CardTransaction")({
  /** The provider's id; a refund may carry that of its payment. */
  id: Schema.String,
  /** What stands on the card slip; a refund carries that of its payment. */
  transactionCode: Schema.NullOr(Schema.String),
  /** What the maker of the payment calls it: of ours, the uuid of the order. The history leaves it out; `transaction` has it. */
  reference: Schema.NullOr(Schema.String),
  /** In cents, as the provider writes it. */
  amount: Money.Cents,
  currency: Schema.String,
  status: TransactionStatus,
  type: TransactionType,
  at: Schema.DateTimeUtc,
  /** What of a payment was given back by now, in cents; null when the provider does not say. */
  refundedAmount: Schema.NullOr(Money.Cents),
  /** Null when the provider does not say. */
  merchantCode: Schema.NullOr(Schema.String),
  paymentType: Schema.NullOr(Schema.String),
  productSummary: Schema.NullOr(Schema.String),
  cardType: Schema.NullOr(Schema.String)
}) {}

/** Which part of a merchant's history is asked for. */
export interface HistoryRequest {
  /** The oldest and the newest moment, both included; null for no bound. */
  readonly from: DateTime.Utc | null
  readonly to: DateTime.Utc | null
  /** Transactions a page at most. */
  readonly limit: number
  /** Of the page before; null for the first. It stands for the bounds as well. */
  readonly cursor: string | null
}

/** One page of a merchant's history, the newest first. */
export interface HistoryPage {
  readonly transactions: ReadonlyArray<CardTransaction>
  /** Rows that made no sense and are left out. */
  readonly unreadable: number
  /** Asks for the next page; null on the last. */
  readonly next: string | null
}
