import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { ProductRepository } from "./ProductRepository.ts"
import * as TaxRate from "./TaxRate.ts"
import { TaxRateRepository } from "./TaxRateRepository.ts"

/** The tax rates of an event. */
export class TaxRates extends Context.Service<TaxRates>()("core/TaxRates", {
  make: Effect.gen(function*() {
    const taxRates = yield* TaxRateRepository
    const products = yield* ProductRepository

    const decide = Effect.fnUntraced(function*(place: Place, input: TaxRate.NewTaxRate, current?: TaxRate.TaxRate) {
      const nameTaken = yield* taxRates.nameTaken({ place, name: input.name, except: current?.id })
      const asked = current !== undefined && TaxRate.changesType(input, current)
      const sold = asked && (yield* taxRates.sold(place, current.id))
      return yield* Effect.fromResult(TaxRate.decide(input, { current, nameTaken, sold }))
    })

    return yield* catalogueItems({
      elementType: "tax_rate",
      logType: "tax_rate",
      encode: Schema.encodeSync(Schema.toCodecJson(TaxRate.TaxRate)),
      list: taxRates.list,
      find: taxRates.find,
      decide,
      insert: taxRates.insert,
      // Products show the new rate at once, so each of them gets a revision.
      update: (place, id, draft) =>
        Effect.andThen(taxRates.update(place, id, draft), products.refreshRevisions(place.eventId)),
      decideDeletion: (place, current) =>
        Effect.flatMap(
          taxRates.used(place, current.id),
          (used) => Effect.fromResult(TaxRate.decideDeletion(current, used))
        ),
      remove: taxRates.remove
    })
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ProductRepository.layer, TaxRateRepository.layer, itemServices])
  )
}
