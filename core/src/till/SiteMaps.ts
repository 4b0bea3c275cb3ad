import { Context, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { type NewSiteMap, SiteMap } from "./SiteMap.ts"
import { cornersOf, drawPictureApart, pictureOf } from "./SiteMapDecision.ts"
import { SiteMapRepository } from "./SiteMapRepository.ts"

/** The map of an event's site: a picture and where its corners are. */
export class SiteMaps extends Context.Service<SiteMaps>()("core/SiteMaps", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const maps = yield* SiteMapRepository

    const find = Effect.fnUntraced(function*(eventId: bigint) {
      const [found] = yield* maps.find(eventId)
      if (found === undefined) return undefined
      const { corners, mime_type, picture } = found
      return new SiteMap({ ...corners, mime_type, data: picture })
    })

    /** Null without one. */
    const get = Effect.fn("SiteMaps.get")((eventId: bigint) =>
      Effect.map(Effect.orDie(find(eventId)), (found) => found ?? null)
    )

    /** Bookings don't depend on the map, so the configuration of tills stays. */
    const change = <E, R>(
      caller: AtEvent,
      logType: "site_map_updated" | "site_map_deleted",
      effect: Effect.Effect<object | null, E, R>
    ) =>
      Effect.asVoid(changes.run(
        caller,
        (content) => content === null ? null : { logType, content: { id: caller.eventId, ...content } },
        Effect.gen(function*() {
          const { eventId, node } = caller
          if (node.id !== eventId) return yield* new NotFound({ element_type: "event", element_id: node.id })
          return yield* effect
        }),
        { withoutVersion: true }
      ))

    /** Stores the map of the event at the caller's node; without a new picture the former one stays. */
    const set = Effect.fn("SiteMaps.set")((caller: AtEvent, given: NewSiteMap) =>
      change(
        caller,
        "site_map_updated",
        Effect.gen(function*() {
          const corners = yield* Effect.fromResult(cornersOf(given))
          const drawn = given.picture == null ? null : yield* drawPictureApart(given.picture)
          const before = yield* find(caller.eventId)
          const picture = yield* Effect.fromResult(pictureOf(drawn, before))
          const [map] = yield* maps.store(caller.eventId, { ...corners, ...picture })
          return map === undefined
            ? null
            : { ...corners, mime_type: picture.mime_type, picture_bytes: picture.data.length }
        })
      )
    )

    /** Removes the map of the event at the caller's node, if there is one. */
    const remove = Effect.fn("SiteMaps.remove")((caller: AtEvent) =>
      change(
        caller,
        "site_map_deleted",
        Effect.map(maps.remove(caller.eventId), (removed) => removed.length === 0 ? null : {})
      )
    )

    return { get, remove, set }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Changes.layer, SiteMapRepository.layer]))
}
