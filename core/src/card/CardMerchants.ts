import { Context, Effect, Layer, Redacted } from "effect"
import type { EventConfiguration } from "../organisation/EventConfiguration.ts"
import { EventConfigurations } from "../organisation/EventConfigurations.ts"
import { Secrets } from "../organisation/Secrets.ts"
import type { CardMerchant } from "./CardProvider.ts"

/** Whose card payments are whose; the keys come with the event's configuration and are in memory as that is. */
export class CardMerchants extends Context.Service<CardMerchants>()("core/CardMerchants", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const secrets = yield* Secrets

    /** The merchant of a configuration; null when the event takes no card payments or lacks key or merchant code. */
    const within = Effect.fnUntraced(function*({ card, settings }: EventConfiguration) {
      if (!settings.sumup_payment_enabled || card.apiKey === null || card.merchantCode === "") return null
      const merchant: CardMerchant = {
        apiKey: Redacted.make(yield* secrets.open(card.apiKey), { label: "card provider key" }),
        merchantCode: card.merchantCode,
        currency: settings.currency_identifier
      }
      return merchant
    })

    /** The merchant of an event as it is configured now: one query. */
    const of = (eventId: bigint) => Effect.flatMap(configurations.current(eventId), within)

    return { of, within }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
