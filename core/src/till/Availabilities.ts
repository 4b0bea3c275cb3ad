import { Context, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { SoldOuts, toChange } from "../event/SoldOuts.ts"
import { permitted } from "../journal/Booking.ts"
import { Changes } from "../organisation/Changes.ts"
import { availabilityAt, type ProductAvailability, productsOf } from "./Availability.ts"
import { SignIns } from "./SignIns.ts"
import { type TerminalCall, TerminalGuard } from "./TerminalGuard.ts"
import { placeAt } from "./TerminalState.ts"

/** What tills have, and no longer have, to sell. */
export class Availabilities extends Context.Service<Availabilities>()("core/Availabilities", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const configurations = yield* EventConfigurations
    const guard = yield* TerminalGuard
    const signIns = yield* SignIns
    const soldOuts = yield* SoldOuts

    /**
     * What is sold out at the till, as of a second ago at most. All tills ask about once a second, so their calls share one query a
     * second.
     */
    const get = Effect.fn("Availabilities.get")(function*(terminal: TerminalCall) {
      const configuration = yield* configurations.recent(terminal.eventId)
      return availabilityAt(yield* guard.admit(configuration, terminal, { till: false, write: false }))
    })

    /** Marks a product at the till's node, or removes the mark there, and answers what is sold out then. */
    const set = Effect.fn("Availabilities.set")(function*(
      terminal: TerminalCall<"can_book_orders">,
      { is_sold_out: wanted, product_id: id }: ProductAvailability
    ) {
      const needs = { till: true, write: true } as const
      const { actor } = yield* signIns.authorise(terminal, needs)
      yield* changes.run(
        actor,
        toChange(wanted),
        Effect.gen(function*() {
          const state = yield* guard.require(terminal, needs)
          yield* Effect.fromResult(permitted(state.till, "allow_sold_out"))
          const product = productsOf(state).find((one) => one.id === id)
          if (product === undefined) return yield* new NotFound({ element_type: "product", element_id: id })
          return yield* soldOuts.mark(placeAt(state), product, wanted, state.person.id)
        })
      )
      return availabilityAt(yield* guard.require(terminal, needs))
    })

    return { get, set }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, EventConfigurations.layer, SignIns.layer, SoldOuts.layer, TerminalGuard.layer])
  )
}
