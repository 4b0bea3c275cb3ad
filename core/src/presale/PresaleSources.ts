import { Context, Effect, Layer, Redacted, Result } from "effect"
import { EventRepository } from "../event/EventRepository.ts"
import { eventSecret } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import type { PretixEvent } from "./PretixCalls.ts"
import { type ShopError, shopError } from "./ShopConnection.ts"
import type { PresaleProducts } from "./ShopOrder.ts"

/** The ticket shop of an event, as its settings have it. */
export interface PresaleSource {
  readonly eventId: bigint
  /** Whether the presale of the event is switched on. */
  readonly isEnabled: boolean
  readonly at: PretixEvent
  /** Of the event, which must be that of the shop. */
  readonly currency: string
  readonly products: PresaleProducts
  /** The list at which guests are checked in; null for the only one that has their ticket. */
  readonly checkInList: bigint | null
}

/** The ticket shops of events. */
export class PresaleSources extends Context.Service<PresaleSources>()("core/PresaleSources", {
  make: Effect.gen(function*() {
    const events = yield* EventRepository
    const secrets = yield* Secrets

    /** The shop in the settings of an event, whether or not its presale is switched on; null if a setting is missing. */
    const configured = Effect.fnUntraced(
      function*(eventId: bigint): Effect.fn.Return<PresaleSource | null, ShopError> {
        const [event] = yield* Effect.orDie(events.list([eventId]))
        const sealed = event?.secrets.pretix_api_key
        if (event === undefined || sealed === undefined) return null
        const { pretix_event, pretix_organizer, pretix_presale_enabled, pretix_shop_url, ...settings } = event.settings
        if (pretix_shop_url === null || pretix_organizer === null || pretix_event === null) return null
        const key = secrets.read(eventSecret(eventId, "pretix_api_key"), sealed)
        if (Result.isFailure(key)) return yield* shopError("key_unreadable")
        return {
          eventId,
          isEnabled: pretix_presale_enabled,
          at: {
            url: pretix_shop_url,
            organizer: pretix_organizer,
            event: pretix_event,
            key: Redacted.make(key.success.text)
          },
          currency: settings.currency_identifier,
          products: {
            tickets: new Set(settings.pretix_ticket_ids),
            credit: new Set(settings.pretix_topup_ids),
            subevents: new Set(settings.pretix_subevent_ids)
          },
          checkInList: settings.pretix_check_in_list_id
        }
      }
    )

    /** The shop of an event; null while its presale is switched off. */
    const of = (eventId: bigint) =>
      Effect.map(configured(eventId), (source) => source?.isEnabled === true ? source : null)

    return { configured, of }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(EventRepository.layer))
}
