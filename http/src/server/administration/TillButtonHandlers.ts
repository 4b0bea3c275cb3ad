import { TillButtons } from "@wristbank/core/catalogue/TillButtons"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const TillButtonHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "till-buttons",
  Effect.fnUntraced(function*(handlers) {
    const { at, managing } = yield* callerAt
    const manage = managing("till")
    const tillButtons = yield* TillButtons
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(Effect.flatMap(at(query.node_id), (caller) => tillButtons.list(caller)), toNormalisedList),
      get: ({ params, query }) =>
        Effect.flatMap(at(query.node_id), (caller) => tillButtons.get(caller, params.button_id)),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tillButtons.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tillButtons.update(caller, params.button_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) => tillButtons.remove(caller, params.button_id)),
          null
        )
    })
  })
)
