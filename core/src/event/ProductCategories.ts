import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import * as ProductCategory from "./ProductCategory.ts"
import { ProductCategoryRepository } from "./ProductCategoryRepository.ts"

/** The categories of an event's products. */
export class ProductCategories extends Context.Service<ProductCategories>()("core/ProductCategories", {
  make: Effect.gen(function*() {
    const categories = yield* ProductCategoryRepository

    const decide = Effect.fnUntraced(function*(
      place: Place,
      input: ProductCategory.NewProductCategory,
      current?: ProductCategory.ProductCategory
    ) {
      const all = yield* categories.ofEvent(place.eventId)
      return yield* Effect.fromResult(ProductCategory.decide(input, {
        current,
        nameTaken: yield* categories.nameTaken({ place, name: input.name, except: current?.id }),
        others: all.filter(({ id }) => id !== current?.id)
      }))
    })

    return yield* catalogueItems({
      elementType: "product_category",
      logType: "product_category",
      encode: Schema.encodeSync(Schema.toCodecJson(ProductCategory.ProductCategory)),
      list: categories.list,
      find: categories.find,
      decide,
      insert: categories.insert,
      update: categories.update,
      decideDeletion: (place, current) =>
        Effect.flatMap(
          categories.uses(place, current.id),
          (used) => Effect.fromResult(ProductCategory.decideDeletion(current, used))
        ),
      remove: categories.remove
    })
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ProductCategoryRepository.layer, itemServices])
  )
}
