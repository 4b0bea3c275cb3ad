import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { ButtonPictureRepository } from "./ButtonPictureRepository.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { ProductCategoryRepository } from "./ProductCategoryRepository.ts"
import { ProductRepository } from "./ProductRepository.ts"
import * as TillButton from "./TillButton.ts"
import { TillButtonRepository } from "./TillButtonRepository.ts"

/** The buttons of an event's tills. */
export class TillButtons extends Context.Service<TillButtons>()("core/TillButtons", {
  make: Effect.gen(function*() {
    const buttons = yield* TillButtonRepository
    const pictures = yield* ButtonPictureRepository
    const categories = yield* ProductCategoryRepository
    const products = yield* ProductRepository

    const decide = Effect.fnUntraced(
      function*(place: Place, input: TillButton.NewTillButton, current?: TillButton.TillButton) {
        const { category_id: category = null, name, picture_hash = null, product_ids } = input
        const references = {
          place,
          nameTaken: yield* buttons.nameTaken({ place, name, except: current?.id }),
          // The picture that a button has can't be removed.
          hasPicture: picture_hash === null || (yield* pictures.has(place.eventId, picture_hash)),
          categoryVisible: category !== null && (yield* categories.find(place, category)).length > 0,
          products: yield* products.onButtons(place.eventId, product_ids)
        }
        const decided = TillButton.decide(input, references, current)
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
    Layer.provide([
      ButtonPictureRepository.layer,
      ProductCategoryRepository.layer,
      ProductRepository.layer,
      TillButtonRepository.layer,
      itemServices
    ])
  )
}
