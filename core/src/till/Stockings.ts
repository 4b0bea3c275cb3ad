import { Context, Effect, Layer } from "effect"
import { type Place, placeOf } from "../catalogue/Place.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import type { NewCashRegisterStocking } from "./Stocking.ts"
import { StockingRepository } from "./StockingRepository.ts"

export class Stockings extends Context.Service<Stockings>()("core/Stockings", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const stockings = yield* StockingRepository

    const create = Effect.fn("Stockings.create")((caller: AtEvent, stocking: NewCashRegisterStocking) =>
      changes.run(
        caller,
        (created) => ({ logType: "cash_register_stocking_created", content: created }),
        stockings.insert(placeOf(caller), stocking)
      )
    )

    return { create, list: (place: Place) => Effect.orDie(stockings.list(place)) }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
