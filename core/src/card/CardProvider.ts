import { Context, type Effect, type Redacted, Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import type { Language } from "../primitives/Language.ts"
import { text } from "../primitives/Sentence.ts"
import type { CardCheckout, Deactivation, NewCheckout } from "./CardCheckout.ts"
import type { CardTransaction, HistoryPage, HistoryRequest } from "./CardTransaction.ts"

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
  timeout: text({
    en: "The card provider did not answer in time",
    de: "Der Zahlungsdienstleister hat nicht rechtzeitig geantwortet"
  }),
  unreachable: text({
    en: "The card provider can't be reached",
    de: "Der Zahlungsdienstleister ist nicht erreichbar"
  }),
  refused: text({
    en: "The card provider refused the request",
    de: "Der Zahlungsdienstleister hat die Anfrage abgelehnt"
  }),
  unreadable: text({
    en: "The card provider gave an answer that can't be understood",
    de: "Die Antwort des Zahlungsdienstleisters ist nicht verständlich"
  })
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
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return reasons[this.reason][language]
  }
}

/** An event as the card provider's customer. */
export interface CardMerchant {
  readonly apiKey: Redacted.Redacted
  readonly merchantCode: string
  /** ISO 4217 code of the event's currency; a payment in another one is not the order's. */
  readonly currency: string
  /** Where the provider is asked for this event; absent or null: at the address that is configured. */
  readonly provider?: URL | null
}

/** Checkouts of a merchant; those that make no sense are counted and left out. */
export interface CheckoutList {
  readonly checkouts: ReadonlyArray<CardCheckout>
  readonly unreadable: number
}

/** The company that takes the money from guests' cards. */
export class CardProvider extends Context.Service<CardProvider, {
  /** The payment that a terminal made for the order with this uuid; null when the provider knows none. */
  readonly terminalPayment: (
    merchant: CardMerchant,
    orderUuid: string
  ) => Effect.Effect<CardPayment | null, CardProviderError>
  /** Makes a checkout. After an error nobody knows whether it was made: `checkoutOf` tells. */
  readonly createCheckout: (
    merchant: CardMerchant,
    checkout: NewCheckout
  ) => Effect.Effect<CardCheckout, CardProviderError>
  /** The checkout with this id of the provider's; null when there is none. */
  readonly checkout: (merchant: CardMerchant, id: string) => Effect.Effect<CardCheckout | null, CardProviderError>
  /** The checkout with this reference; null when there is none. Several are an answer that makes no sense. */
  readonly checkoutOf: (
    merchant: CardMerchant,
    reference: string
  ) => Effect.Effect<CardCheckout | null, CardProviderError>
  /** Sees to it that a checkout can't be paid any more. */
  readonly deactivate: (merchant: CardMerchant, id: string) => Effect.Effect<Deactivation, CardProviderError>
  /** All checkouts that the provider lists for the key, of whatever origin. */
  readonly checkouts: (merchant: CardMerchant) => Effect.Effect<CheckoutList, CardProviderError>
  /** A page of the merchant's history: payments of any origin, and money that went back. */
  readonly history: (
    merchant: CardMerchant,
    request: HistoryRequest
  ) => Effect.Effect<HistoryPage, CardProviderError>
  /** One movement by its id, with its reference; null when there is none. */
  readonly transaction: (
    merchant: CardMerchant,
    id: string
  ) => Effect.Effect<CardTransaction | null, CardProviderError>
}>()("core/CardProvider") {}
