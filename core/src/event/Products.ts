import { Context, Effect, Layer, Schema } from "effect"
import type { Caller } from "../organisation/Caller.ts"
import { type Place, placeOf } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { decideUnnamed } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import * as Product from "./Product.ts"
import { ProductCategoryRepository } from "./ProductCategoryRepository.ts"
import { ProductRepository } from "./ProductRepository.ts"
import { TaxRateRepository } from "./TaxRateRepository.ts"
import { UserTagVariantRepository } from "./UserTagVariantRepository.ts"

/** The products that operators create. */
export class Products extends Context.Service<Products>()("core/Products", {
  make: Effect.gen(function*() {
    const lists = yield* PriceListRepository
    const products = yield* ProductRepository
    const categories = yield* ProductCategoryRepository
    const taxRates = yield* TaxRateRepository
    const variants = yield* UserTagVariantRepository

    const decide = Effect.fnUntraced(function*(place: Place, input: Product.NewProduct, current?: Product.Product) {
      const { category_id: category = null, target_account_id: target } = input
      return yield* Effect.fromResult(Product.decide(input, {
        nameTaken: yield* products.nameTaken({ place, name: input.name, except: current?.id }),
        taxRateVisible: (yield* taxRates.find(place, input.tax_rate_id)).length > 0,
        categoryVisible: category !== null && (yield* categories.find(place, category)).length > 0,
        targetType: target === null ? undefined : yield* products.accountType(place, target),
        variants: yield* variants.list(place.eventId)
      }, current))
    })

    const items = yield* catalogueItems({
      elementType: "product",
      logType: "product",
      encode: Schema.encodeSync(Schema.toCodecJson(Product.Product)),
      list: (place) => products.list(place, false),
      find: products.find,
      decide,
      insert: (place, draft) =>
        Effect.tap(products.insert(place, draft), (id) => products.refreshRevisions(place.eventId, id)),
      update: (place, id, draft) =>
        Effect.andThen(products.update(place, id, draft), products.refreshRevisions(place.eventId, id)),
      decideDeletion: (place, current) =>
        Effect.gen(function*() {
          yield* Effect.fromResult(Product.decideDeletion(current, yield* products.usage(place, current.id)))
          const naming = yield* lists.naming(place.eventId, "product", [current.id])
          return yield* Effect.fromResult(decideUnnamed(current, naming))
        }),
      remove: products.remove
    })

    /** The products of the path by name; with `showAll` also tickets and system products. */
    const list = (caller: Caller, showAll = false) => Effect.orDie(products.list(placeOf(caller), showAll))

    return { ...items, list }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      PriceListRepository.layer,
      ProductCategoryRepository.layer,
      ProductRepository.layer,
      TaxRateRepository.layer,
      UserTagVariantRepository.layer,
      itemServices
    ])
  )
}
