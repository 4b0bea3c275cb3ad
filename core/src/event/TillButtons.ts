import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { ProductRepository } from "./ProductRepository.ts"
import * as TillButton from "./TillButton.ts"
import { TillButtonRepository } from "./TillButtonRepository.ts"

/** The buttons of an event's tills. */
export class TillButtons extends Context.Service<TillButtons>()("core/TillButtons", {
  make: Effect.gen(function*() {
    const buttons = yield* TillButtonRepository
    const products = yield* ProductRepository

    const decide = Effect.fnUntraced(
      function*(place: Place, input: TillButton.NewTillButton, current?: TillButton.TillButton) {
        const decided = TillButton.decide(input, {
          place,
          nameTaken: yield* buttons.nameTaken({ place, name: input.name, except: current?.id }),
          products: yield* products.onButtons(place.eventId, input.product_ids)
        })
        return yield* Effect.fromResult(decided)
      }
    )

    return yield* catalogueItems({
      elementType: "button",
      logType: "till_button",
      encode: Schema.encodeSync(Schema.toCodecJson(TillButton.TillButton)),
      list: buttons.list,
      find: buttons.find,
      decide,
      insert: buttons.insert,
      update: buttons.update,
      decideDeletion: (place, current) =>
        Effect.flatMap(
          buttons.inLayout(place, current.id),
          (used) => Effect.fromResult(TillButton.decideDeletion(current, used))
        ),
      remove: buttons.remove
    })
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ProductRepository.layer, TillButtonRepository.layer, itemServices])
  )
}
