import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { decideUnnamed } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { TillLayoutRepository } from "./TillLayoutRepository.ts"
import * as TillProfile from "./TillProfile.ts"
import { TillProfileRepository } from "./TillProfileRepository.ts"

/** The profiles of an event's tills. */
export class TillProfiles extends Context.Service<TillProfiles>()("core/TillProfiles", {
  make: Effect.gen(function*() {
    const lists = yield* PriceListRepository
    const profiles = yield* TillProfileRepository
    const layouts = yield* TillLayoutRepository

    const decide = Effect.fnUntraced(
      function*(place: Place, input: TillProfile.NewTillProfile, current?: TillProfile.TillProfile) {
        const decided = TillProfile.decide(input, {
          current,
          nameTaken: yield* profiles.nameTaken({ place, name: input.name, except: current?.id }),
          layoutVisible: (yield* layouts.find(place, input.layout_id)).length > 0
        })
        return yield* Effect.fromResult(decided)
      }
    )

    return yield* catalogueItems({
      elementType: "till_profile",
      logType: "till_profile",
      encode: Schema.encodeSync(Schema.toCodecJson(TillProfile.TillProfile)),
      list: profiles.list,
      find: profiles.find,
      decide,
      insert: profiles.insert,
      update: profiles.update,
      decideDeletion: (place, current) =>
        Effect.gen(function*() {
          yield* Effect.fromResult(TillProfile.decideDeletion(current, yield* profiles.atTill(place, current.id)))
          const naming = yield* lists.naming(place.eventId, "profile", [current.id])
          return yield* Effect.fromResult(decideUnnamed(current, naming))
        }),
      remove: profiles.remove
    })
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PriceListRepository.layer, TillLayoutRepository.layer, TillProfileRepository.layer, itemServices])
  )
}
