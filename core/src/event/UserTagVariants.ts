import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import * as UserTagVariant from "./UserTagVariant.ts"
import { UserTagVariantRepository } from "./UserTagVariantRepository.ts"

/** The kinds of wristbands of an event. They belong to the event's node and count in all of it. */
export class UserTagVariants extends Context.Service<UserTagVariants>()("core/UserTagVariants", {
  make: Effect.gen(function*() {
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
        Effect.flatMap(
          variants.uses(eventId, current.id),
          (uses) => Effect.fromResult(UserTagVariant.decideDeletion(current, uses))
        ),
      remove: ({ eventId }, id) => variants.remove(eventId, id)
    })
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([UserTagVariantRepository.layer, itemServices])
  )
}
