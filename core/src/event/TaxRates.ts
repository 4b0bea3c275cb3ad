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

    /** A percentage that a rate had keeps its type, so that what was sold at it does. */
    const withTypeOf = Effect.fnUntraced(function*(place: Place, rate: number, row: TaxRate.TaxRate) {
      const type = (yield* taxRates.typeAt(place, row.id, rate)) ?? row.tax_type
      return new TaxRate.TaxRate({ ...row, tax_type: type })
    })

    const decide = Effect.fnUntraced(function*(place: Place, input: TaxRate.NewTaxRate, row?: TaxRate.TaxRate) {
      const current = row && (yield* withTypeOf(place, input.rate, row))
      const nameTaken = yield* taxRates.nameTaken({ place, name: input.name, except: current?.id })
      const asked = current !== undefined && TaxRate.changesType(input, current)
      const sold = asked && (yield* taxRates.sold(place, current.id))
      return yield* Effect.fromResult(TaxRate.decide(input, { current, nameTaken, sold }))
    })

    /** Products show the new rate at once, so each of them gets a revision. */
    const update = Effect.fnUntraced(function*(place: Place, id: bigint, draft: TaxRate.Draft) {
      yield* taxRates.update(place, id, draft)
      yield* taxRates.recordVersion(place, id)
      yield* products.refreshRevisions(place.eventId)
    })

    return yield* catalogueItems({
      elementType: "tax_rate",
      logType: "tax_rate",
      encode: Schema.encodeSync(Schema.toCodecJson(TaxRate.TaxRate)),
      list: taxRates.list,
      find: taxRates.find,
      decide,
      insert: (place, draft) => Effect.tap(taxRates.insert(place, draft), (id) => taxRates.recordVersion(place, id)),
      update,
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
