import { Context, type Effect, type Redacted, Schema } from "effect"
import type { Language } from "../base/Language.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import { text } from "../base/Sentence.ts"
import type { CardCheckout, Deactivation, NewCheckout } from "./CardCheckout.ts"
import type { CardTransaction, HistoryPage, HistoryRequest } from "./CardTransaction.ts"

/**
 * The provider's status of a payment. `returned`: the card was charged, and all or part of the money went back since, by a refund or a
 * charge-back. `failed`: nothing was charged; a cancelled payment counts as failed.
 */
export const CardPaymentStatus = Schema.Literals(["successful", "returned", "failed", "pending"])
export type CardPaymentStatus = typeof CardPaymentStatus.Type

/** A payment as the card provider knows it: the evidence for an order that is paid by card. */
export class CardPayment extends Schema.Class<CardPayment>("CardPayment")({
  /** The provider's id of the payment. */
  id: Schema.String,
  /** The code that the provider prints on the card slip. */
  transactionCode: Schema.String,
  status: CardPaymentStatus,
  /** What the card was charged, in cents, with the tip. */
  amount: Money.Cents,
  /** The part of the amount that the guest added at the card reader, in cents; 0 without a tip. */
  tip: orElse(Money.Cents, Money.zero),
  /** The part of the amount that went back, in cents; null if the provider does not say how much. */
  returned: orNull(Money.Cents),
  currency: Schema.String,
  /** The merchant who receives the money; null if the provider does not say. */
  merchantCode: nullOr(Schema.String),
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

/** The card provider could not be asked about a payment, or its answer could not be used. */
export class CardProviderError extends Schema.TaggedError<CardProviderError>()(
  "SumUpError",
  {
    /**
     * No answer in time, no connection, a refusal (keys, rate limit, a failure of the provider), or an answer that
     * could not be decoded.
     */
    reason: Schema.Literals(["timeout", "unreachable", "refused", "unreadable"])
  },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return reasons[this.reason][language]
  }
}

/** An event's account at the card provider. */
export interface CardMerchant {
  readonly apiKey: Redacted.Redacted
  readonly merchantCode: string
  /** ISO 4217 code of the event's currency; a payment in another currency can't be the order's. */
  readonly currency: string
  /** The provider's address for this event; absent or null for the configured one. */
  readonly provider?: URL | null
}

/** Checkouts of a merchant; those that could not be decoded are counted and left out. */
export interface CheckoutList {
  readonly checkouts: ReadonlyArray<CardCheckout>
  readonly unreadable: number
}

/** The company that processes card payments. */
export class CardProvider extends Context.Service<CardProvider, {
  /** The payment that a terminal made for the order with this uuid; null if the provider knows none. */
  readonly terminalPayment: (
    merchant: CardMerchant,
    orderUuid: string
  ) => Effect.Effect<CardPayment | null, CardProviderError>
  /** Creates a checkout. After an error it may exist nevertheless; `checkoutOf` finds it. */
  readonly createCheckout: (
    merchant: CardMerchant,
    checkout: NewCheckout
  ) => Effect.Effect<CardCheckout, CardProviderError>
  /** The checkout with this id of the provider; null if there is none. */
  readonly checkout: (merchant: CardMerchant, id: string) => Effect.Effect<CardCheckout | null, CardProviderError>
  /** The checkout with this reference; null if there is none. Several with one reference count as unreadable. */
  readonly checkoutOf: (
    merchant: CardMerchant,
    reference: string
  ) => Effect.Effect<CardCheckout | null, CardProviderError>
  /** Deactivates a checkout, so that it can't be paid. */
  readonly deactivate: (merchant: CardMerchant, id: string) => Effect.Effect<Deactivation, CardProviderError>
  /** All checkouts that the provider lists for the key, of any origin. */
  readonly checkouts: (merchant: CardMerchant) => Effect.Effect<CheckoutList, CardProviderError>
  /** A page of the merchant's history: payments of any origin, refunds and charge-backs. */
  readonly history: (
    merchant: CardMerchant,
    request: HistoryRequest
  ) => Effect.Effect<HistoryPage, CardProviderError>
  /** One movement by its id, with its reference; null if there is none. */
  readonly transaction: (
    merchant: CardMerchant,
    id: string
  ) => Effect.Effect<CardTransaction | null, CardProviderError>
}>()("core/CardProvider") {}
