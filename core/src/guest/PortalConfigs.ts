import { Context, Effect, Layer } from "effect"
import { Configuration } from "../base/Configuration.ts"
import { InvalidArgument } from "../base/Refusal.ts"
import { EventDesigns } from "../event/EventDesigns.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { portalConfig } from "./PortalConfig.ts"
import { portalRules } from "./PortalRules.ts"

/** The configurations of portals. */
export class PortalConfigs extends Context.Service<PortalConfigs>()("core/PortalConfigs", {
  make: Effect.gen(function*() {
    const designs = yield* EventDesigns
    const events = yield* EventRepository
    const installation = yield* Configuration

    const eventAt = Effect.fnUntraced(function*(url: string) {
      const [event] = yield* events.ofPortal({ url })
      if (event !== undefined || !isOnCommonPort(url)) return event
      const [atRoot] = yield* events.ofPortal({ url: url.slice(0, -"/portal".length) })
      return atRoot ?? (yield* events.withoutPortal)
    })

    /**
     * The configuration of the event whose portal has exactly this address; archived events have none. `/portal` of the common port
     * is that of the event whose address is the host's root, and at any other host name that of the first event without an address of
     * its own, until it is archived or has another one.
     */
    const at = Effect.fn("PortalConfigs.at")(
      function*(url: string) {
        const event = url === "" ? undefined : yield* eventAt(url)
        if (event === undefined) {
          return yield* InvalidArgument.of(portalRules.address_unknown)
        }
        return portalConfig(event, yield* designs.get(event.event_id), installation)
      },
      dieOnInfrastructure
    )

    return { at }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([EventDesigns.layer, EventRepository.layer]))
}

const isOnCommonPort = (url: string): boolean => URL.parse(url)?.pathname === "/portal" && url.endsWith("/portal")
