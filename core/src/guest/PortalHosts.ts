import { Context, Effect, Layer } from "effect"
import { EventRepository } from "../event/EventRepository.ts"
import { within } from "../sql/Deadline.ts"
import { sharedProbe } from "../sql/SharedProbe.ts"
import { hostsOf } from "./PortalHost.ts"

/** Milliseconds to wait for the database before a page is answered with the hosts known so far. */
const timeoutMillis = 1_000

/**
 * The hosts at whose root an event has its portal, or had it since this process began: a guest who has a portal open when it
 * closes or moves reads there that it did.
 */
export class PortalHosts extends Context.Service<PortalHosts>()("core/PortalHosts", {
  make: Effect.gen(function*() {
    const events = yield* EventRepository
    let known: ReadonlySet<string> = new Set()
    const renewed = yield* events.portalUrls.pipe(
      within(timeoutMillis, () => "The database is silent"),
      Effect.map((urls) => {
        known = new Set([...known, ...urls.flatMap(hostsOf)])
      }),
      Effect.catch((reason) =>
        Effect.logWarning("The hosts of portals stay as they were, as they can't be read", reason)
      ),
      sharedProbe
    )

    /** Whether an event has or had its portal at the root of this host, as of a second ago at most. */
    const isPortal = (host: string) => Effect.map(renewed, () => known.has(host.toLowerCase()))

    return { isPortal }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(EventRepository.layer))
}
