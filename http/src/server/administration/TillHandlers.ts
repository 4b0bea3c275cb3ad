import { Tills } from "@wristbank/core/cash/Tills"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const TillHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "tills",
  Effect.fnUntraced(function*(handlers) {
    const { at, atEvent, managing } = yield* callerAt
    const manage = managing("till")
    const tills = yield* Tills
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(Effect.flatMap(at(query.node_id), (caller) => tills.list(placeOf(caller))), toNormalisedList),
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => tills.find(placeOf(caller), params.till_id)),
      create: ({ payload, query }) => Effect.flatMap(manage(query.node_id), (caller) => tills.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tills.update(caller, params.till_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(Effect.flatMap(manage(query.node_id), (caller) => tills.remove(caller, params.till_id)), null),
      removeFromTerminal: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) => tills.switchTerminal(caller, params.till_id, null)),
          null
        ),
      switchTerminal: ({ params, payload, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) =>
            tills.switchTerminal(caller, params.till_id, payload.new_terminal_id)),
          null
        )
    })
  })
)
