import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { decideUnnamed } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import * as UserTagVariant from "./UserTagVariant.ts"
import { UserTagVariantRepository } from "./UserTagVariantRepository.ts"

/** The kinds of wristbands of an event. They belong to the event's node and count in all of it. */
export class UserTagVariants extends Context.Service<UserTagVariants>()("core/UserTagVariants", {
  make: Effect.gen(function*() {
    const lists = yield* PriceListRepository
    const variants = yield* UserTagVariantRepository

    const list = ({ eventId }: Place) => variants.list(eventId)

    const decide = Effect.fnUntraced(
      function*(place: Place, input: UserTagVariant.NewUserTagVariant, current?: UserTagVariant.UserTagVariant) {
        const others = (yield* list(place)).filter(({ id }) => id !== current?.id)
        return yield* Effect.fromResult(UserTagVariant.decide(input, others, current))
      }
    )

    return yield* catalogueItems({
      elementType: "user_tag_variant",
      logType: "user_tag_variant",
      encode: Schema.encodeSync(Schema.toCodecJson(UserTagVariant.UserTagVariant)),
      list,
      find: (place, id) => Effect.map(list(place), (all) => all.filter((one) => one.id === id)),
      decide,
      insert: ({ eventId }, draft: UserTagVariant.NewUserTagVariant) => variants.add(eventId, draft),
      update: ({ eventId }, id, draft) => variants.update(eventId, id, draft),
      decideDeletion: ({ eventId }, current) =>
        Effect.gen(function*() {
          yield* Effect.fromResult(UserTagVariant.decideDeletion(current, yield* variants.uses(eventId, current.id)))
          const naming = yield* lists.naming(eventId, "variant", [current.id])
          yield* Effect.fromResult(decideUnnamed({ name: current.variant_name }, naming))
          return current
        }),
      remove: ({ eventId }, id) => variants.remove(eventId, id)
    })
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PriceListRepository.layer, UserTagVariantRepository.layer, itemServices])
  )
}
