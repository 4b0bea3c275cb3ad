import { Tickets } from "@wristbank/core/catalogue/Tickets"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const TicketHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "tickets",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent, managing } = yield* callerAt
    const manage = managing("ticket")
    const tickets = yield* Tickets
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(Effect.flatMap(atEvent(query.node_id), (caller) => tickets.list(caller)), toNormalisedList),
      listExternal: ({ query }) => Effect.as(atEvent(query.node_id), []),
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => tickets.get(caller, params.ticket_id)),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tickets.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tickets.update(caller, params.ticket_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(Effect.flatMap(manage(query.node_id), (caller) => tickets.remove(caller, params.ticket_id)), null)
    })
  })
)
