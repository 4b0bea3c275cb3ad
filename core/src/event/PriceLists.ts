import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { type Place, placeOf } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { decide, type NewPriceList, PriceList, withHours } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { ProductCategoryRepository } from "./ProductCategoryRepository.ts"
import { ProductRepository } from "./ProductRepository.ts"
import { UserTagVariantRepository } from "./UserTagVariantRepository.ts"

/** The price lists of an event. */
export class PriceLists extends Context.Service<PriceLists>()("core/PriceLists", {
  make: Effect.gen(function*() {
    const lists = yield* PriceListRepository
    const products = yield* ProductRepository
    const categories = yield* ProductCategoryRepository
    const variants = yield* UserTagVariantRepository

    const find = (place: Place, id: bigint) =>
      Effect.map(lists.list(place), (all) => all.filter((one) => one.id === id))

    const decided = Effect.fnUntraced(function*(place: Place, input: NewPriceList, current?: PriceList) {
      const { eventId } = place
      const productIds = input.entries.flatMap(({ product_id }) => product_id ?? [])
      const [known] = yield* lists.known({ place, input })
      const references = {
        others: (yield* lists.ofEvent(eventId)).filter(({ id }) => id !== current?.id),
        categories: yield* categories.list(place),
        products: (yield* products.onButtons(eventId, productIds))
          .filter(({ node_id }) => place.pathIds.includes(node_id)),
        nodeIds: known?.node_ids ?? [],
        profileIds: known?.profile_ids ?? [],
        variantIds: (yield* variants.list(eventId)).map(({ id }) => id)
      }
      return yield* Effect.fromResult(decide(input, references))
    })

    const items = yield* catalogueItems({
      elementType: "price_list",
      logType: "price_list",
      encode: Schema.encodeSync(Schema.toCodecJson(PriceList)),
      list: lists.list,
      find,
      decide: decided,
      insert: lists.insert,
      update: (place, id, input) =>
        Effect.flatMap(find(place, id), ([current]) => lists.update(place, current!, input)),
      decideDeletion: (_, current) => Effect.succeed(current),
      remove: lists.remove
    })

    /** With the moments at which they hold. */
    const shown = Effect.fnUntraced(function*(caller: Caller, found: ReadonlyArray<PriceList>) {
      const zone = yield* Effect.orDie(lists.zone(placeOf(caller).eventId))
      const now = yield* Clock.currentTimeMillis
      return found.map((one) => withHours(one, zone, now))
    })

    const shownOne = (caller: Caller, one: PriceList) => Effect.map(shown(caller, [one]), ([listed]) => listed!)

    return {
      ...items,
      list: (caller: Caller) => Effect.flatMap(items.list(caller), (found) => shown(caller, found)),
      get: (caller: Caller, id: bigint) => Effect.flatMap(items.get(caller, id), (one) => shownOne(caller, one)),
      create: (caller: AtEvent, input: NewPriceList) =>
        Effect.flatMap(items.create(caller, input), (one) => shownOne(caller, one)),
      update: (caller: AtEvent, id: bigint, input: NewPriceList) =>
        Effect.flatMap(items.update(caller, id, input), (one) => shownOne(caller, one))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      PriceListRepository.layer,
      ProductCategoryRepository.layer,
      ProductRepository.layer,
      UserTagVariantRepository.layer,
      itemServices
    ])
  )
}
