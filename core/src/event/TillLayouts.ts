import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { TicketRepository } from "./TicketRepository.ts"
import { TillButtonRepository } from "./TillButtonRepository.ts"
import * as TillLayout from "./TillLayout.ts"
import { TillLayoutRepository } from "./TillLayoutRepository.ts"

/** The layouts of an event's tills. */
export class TillLayouts extends Context.Service<TillLayouts>()("core/TillLayouts", {
  make: Effect.gen(function*() {
    const layouts = yield* TillLayoutRepository
    const buttons = yield* TillButtonRepository
    const tickets = yield* TicketRepository

    const decide = Effect.fnUntraced(
      function*(place: Place, input: TillLayout.NewTillLayout, current?: TillLayout.TillLayout) {
        const decided = TillLayout.decide(input, {
          place,
          nameTaken: yield* layouts.nameTaken({ place, name: input.name, except: current?.id }),
          buttons: yield* buttons.byIds(place.eventId, input.button_ids ?? []),
          tickets: yield* tickets.byIds(place.eventId, input.ticket_ids ?? [])
        })
        return yield* Effect.fromResult(decided)
      }
    )

    return yield* catalogueItems({
      elementType: "till_layout",
      logType: "till_layout",
      encode: Schema.encodeSync(Schema.toCodecJson(TillLayout.TillLayout)),
      list: layouts.list,
      find: layouts.find,
      decide,
      insert: layouts.insert,
      update: layouts.update,
      decideDeletion: (place, current) =>
        Effect.flatMap(
          layouts.inProfile(place, current.id),
          (used) => Effect.fromResult(TillLayout.decideDeletion(current, used))
        ),
      remove: layouts.remove
    })
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([TicketRepository.layer, TillButtonRepository.layer, TillLayoutRepository.layer, itemServices])
  )
}
