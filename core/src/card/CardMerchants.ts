import { Context, Effect, Layer, Redacted } from "effect"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { eventSecret } from "../organisation/SecretPlace.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import type { CardMerchant } from "./CardProvider.ts"
import { cardRules } from "./CardRules.ts"
import { CardStandIn, providerOf } from "./CardStandIn.ts"

/** Whose card payments are whose; the keys come with the event's configuration and are in memory as that is. */
export class CardMerchants extends Context.Service<CardMerchants>()("core/CardMerchants", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const secrets = yield* Secrets
    const standIn = yield* CardStandIn

    /** Who the event is at the provider, whether it takes cards now or not; null when it lacks key or merchant code. */
    const known = Effect.fnUntraced(function*(configuration: EventConfiguration) {
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

    /** The merchant of a configuration; null when the event takes no cards at terminals or lacks key or merchant code. */
    const within = (configuration: EventConfiguration) =>
      configuration.settings.sumup_payment_enabled ? known(configuration) : Effect.succeed(null)

    /** The merchant of an event as it is configured now: one query. */
    const of = (eventId: bigint) => Effect.flatMap(configurations.current(eventId), within)

    /** Who the event is at the provider, as `known`, which it has to be. */
    const required = Effect.fnUntraced(function*(eventId: bigint) {
      const merchant = yield* Effect.flatMap(configurations.current(eventId), known)
      if (merchant !== null) return merchant
      return yield* InvalidArgument.of(cardRules.merchant_missing)
    })

    return { known, of, required, within }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
