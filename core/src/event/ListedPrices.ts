import { Clock, Context, type DateTime, Effect, Layer } from "effect"
import { instant } from "../base/Moment.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import type { Place } from "../organisation/Place.ts"
import { type EventConfiguration, eventPathTo } from "./EventConfiguration.ts"
import { EventConfigurations } from "./EventConfigurations.ts"
import { withOffers } from "./ListedPrice.ts"
import { pricesAround } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { ProductVersionRepository } from "./ProductVersionRepository.ts"

const tillIn = (configuration: EventConfiguration, tillId: bigint | null) => {
  const till = tillId === null ? undefined : configuration.tills.get(tillId)
  return till === undefined
    ? null
    : { path: eventPathTo(configuration, till.node_id), profileId: till.active_profile_id }
}

/** What everything costs at a moment. */
export class ListedPrices extends Context.Service<ListedPrices>()("core/ListedPrices", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const lists = yield* PriceListRepository
    const nodes = yield* NodeRepository
    const versions = yield* ProductVersionRepository

    /** A place with the nodes below it. */
    const withBelow = (place: Place) =>
      Effect.map(Effect.orDie(nodes.subtree(place.nodeId)), (below): Place => ({
        ...place,
        pathIds: [...new Set([...place.pathIds, ...below.map(({ id }) => id)])]
      }))

    /** The products of the path by name as they are at a moment, null for now; with a till only those on its buttons. */
    const at = Effect.fn("ListedPrices.at")(
      function*(place: Place, moment: DateTime.Utc | null, tillId: bigint | null) {
        const listed = yield* versions.pricesAt({ place, at: instant(moment), tillId })
        const configuration = yield* configurations.current(place.eventId)
        const millis = moment?.epochMilliseconds ?? (yield* Clock.currentTimeMillis)
        const known = yield* lists.around({ eventId: place.eventId, millis })
        const prices = pricesAround(known, configuration.settings.time_zone, millis)
        const till = tillIn(configuration, tillId)
        return listed.map((version) => withOffers(version, { ...prices, moment: millis, till }))
      },
      Effect.orDie
    )

    return { at, withBelow }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      EventConfigurations.layer,
      NodeRepository.layer,
      PriceListRepository.layer,
      ProductVersionRepository.layer
    ])
  )
}
