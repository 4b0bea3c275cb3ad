import { Context, type Effect, type Redacted, Schema } from "effect"
import * as Money from "../ledger/Money.ts"

/** What the provider says of a payment; one that was cancelled or given back counts as failed. */
export const CardPaymentStatus = Schema.Literals(["successful", "failed", "pending"])
export type CardPaymentStatus = typeof CardPaymentStatus.Type

/** A payment as the card provider knows it: the evidence for an order that is paid by card. */
export class CardPayment extends Schema.Class<CardPayment>("CardPayment")({
  /** The provider's id of the payment. */
  id: Schema.String,
  /** What the provider prints on the card slip. */
  transactionCode: Schema.String,
  status: CardPaymentStatus,
  /** In cents. */
  amount: Money.Cents,
  currency: Schema.String,
  /** Whose money it is; null when the provider does not say. */
  merchantCode: Schema.NullOr(Schema.String),
  at: Schema.DateTimeUtc
}) {}

const reasons = {
  timeout: "The card provider did not answer in time",
  unreachable: "The card provider can't be reached",
  refused: "The card provider refused the request",
  unreadable: "The card provider gave an answer that can't be understood"
}

/** The card provider did not say what has become of a payment. */
export class CardProviderError extends Schema.TaggedError<CardProviderError>()(
  "SumUpError",
  {
    /** No answer in time, no connection, a refusal (keys, rate, a fault of its own), or an answer that makes no sense. */
    reason: Schema.Literals(["timeout", "unreachable", "refused", "unreadable"])
  },
  { httpApiStatus: 400 }
) {
  override readonly message = reasons[this.reason]
}

/** An event as the card provider's customer. */
export interface CardMerchant {
  readonly apiKey: Redacted.Redacted
  readonly merchantCode: string
  /** ISO 4217 code of the event's currency; a payment in another one is not the order's. */
  readonly currency: string
}

/** The company that takes the money from guests' cards. */
export class CardProvider extends Context.Service<CardProvider, {
  /** The payment that a terminal made for the order with this uuid; null when the provider knows none. */
  readonly terminalPayment: (
    merchant: CardMerchant,
    orderUuid: string
  ) => Effect.Effect<CardPayment | null, CardProviderError>
}>()("core/CardProvider") {}
