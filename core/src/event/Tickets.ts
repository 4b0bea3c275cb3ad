import { Context, Effect, Layer, Schema } from "effect"
import type { Place } from "../organisation/Place.ts"
import { catalogueItems, itemServices } from "./CatalogueItems.ts"
import { decideDeletion } from "./Product.ts"
import { ProductRepository } from "./ProductRepository.ts"
import { TaxRateRepository } from "./TaxRateRepository.ts"
import * as Ticket from "./Ticket.ts"
import { TicketRepository } from "./TicketRepository.ts"
import * as TillLayout from "./TillLayout.ts"
import { TillLayoutRepository } from "./TillLayoutRepository.ts"
import { restrictionsOf } from "./UserTagVariant.ts"
import { UserTagVariantRepository } from "./UserTagVariantRepository.ts"

/** The tickets of an event. */
export class Tickets extends Context.Service<Tickets>()("core/Tickets", {
  make: Effect.gen(function*() {
    const tickets = yield* TicketRepository
    const products = yield* ProductRepository
    const taxRates = yield* TaxRateRepository
    const layouts = yield* TillLayoutRepository
    const variantRows = yield* UserTagVariantRepository

    const showing = Effect.fnUntraced(function*(eventId: bigint, id: bigint) {
      const found = yield* layouts.showing(eventId, id)
      const shown = yield* tickets.byIds(eventId, found.flatMap((layout) => layout.ticket_ids))
      return found.map(({ name, ticket_ids }) => ({
        name,
        tickets: shown.filter((ticket) => ticket_ids.includes(ticket.id))
      }))
    })

    const decide = Effect.fnUntraced(function*(place: Place, input: Ticket.NewTicket, current?: Ticket.Ticket) {
      const variants = yield* variantRows.list(place.eventId)
      const decided = yield* Effect.fromResult(Ticket.decide(input, {
        nameTaken: yield* products.nameTaken({ place, name: input.name, except: current?.id }),
        taxRateVisible: (yield* taxRates.find(place, input.tax_rate_id)).length > 0,
        variants
      }, current))
      if (current === undefined) return decided
      const { variantIds, ...rest } = decided
      const changed = Ticket.complete({
        ...current,
        ...rest,
        user_tag_variant_ids: variantIds,
        restrictions: restrictionsOf(variantIds, variants)
      })
      yield* Effect.fromResult(TillLayout.decideTicket(changed, yield* showing(place.eventId, current.id)))
      return decided
    })

    return yield* catalogueItems({
      elementType: "ticket",
      logType: "ticket",
      encode: Schema.encodeSync(Schema.toCodecJson(Ticket.Ticket)),
      list: tickets.list,
      find: tickets.find,
      decide,
      insert: (place, draft) =>
        Effect.tap(tickets.insert(place, draft), () => products.refreshRevisions(place.eventId)),
      update: (place, id, draft) =>
        Effect.andThen(tickets.update(place, id, draft), products.refreshRevisions(place.eventId)),
      decideDeletion: (place, current) =>
        Effect.flatMap(products.usage(place, current.id), (usage) => Effect.fromResult(decideDeletion(current, usage))),
      remove: products.remove
    })
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    ProductRepository.layer,
    TaxRateRepository.layer,
    TicketRepository.layer,
    TillLayoutRepository.layer,
    UserTagVariantRepository.layer,
    itemServices
  ]))
}
