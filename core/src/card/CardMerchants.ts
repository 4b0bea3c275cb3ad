import { Context, Effect, Layer, Redacted } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { eventSecret } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import type { CardMerchant } from "./CardProvider.ts"
import { cardRules } from "./CardRules.ts"
import { CardStandIn, providerOf } from "./CardStandIn.ts"

/** The merchants of events at the card provider. Their keys are in memory as long as the event's configuration. */
export class CardMerchants extends Context.Service<CardMerchants>()("core/CardMerchants", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const secrets = yield* Secrets
    const standIn = yield* CardStandIn

    /** The merchant of an event, whether or not it accepts cards now; null if the key or merchant code is missing. */
    const configured = Effect.fnUntraced(function*(configuration: EventConfiguration) {
      const { card, settings } = configuration
      if (card.apiKey === null || card.merchantCode === "") return null
      const apiKey = yield* secrets.open(eventSecret(configuration.eventId, "sumup_api_key"), card.apiKey)
      const merchant: CardMerchant = {
        apiKey: Redacted.make(apiKey, { label: "card provider key" }),
        merchantCode: card.merchantCode,
        currency: settings.currency_identifier,
        provider: providerOf(standIn, configuration)
      }
      return merchant
    })

    /**
     * The merchant of an event that accepts cards at terminals; null if it does not, or the key or merchant code is
     * missing.
     */
    const forTerminals = (configuration: EventConfiguration) =>
      configuration.settings.sumup_payment_enabled ? configured(configuration) : Effect.succeed(null)

    /** As `forTerminals`, with the current configuration, which costs one query. */
    const of = (eventId: bigint) => Effect.flatMap(configurations.current(eventId), forTerminals)

    /** The merchant of an event, as `configured`; fails if there is none. */
    const required = Effect.fnUntraced(function*(eventId: bigint) {
      const merchant = yield* Effect.flatMap(configurations.current(eventId), configured)
      if (merchant !== null) return merchant
      return yield* InvalidArgument.of(cardRules.merchant_missing)
    })

    return { configured, of, required, forTerminals }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(EventConfigurations.layer))
}
