import { TillLayouts } from "@wristbank/core/catalogue/TillLayouts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const TillLayoutHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "till-layouts",
  Effect.fnUntraced(function*(handlers) {
    const { at, managing } = yield* callerAt
    const manage = managing("till")
    const tillLayouts = yield* TillLayouts
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(Effect.flatMap(at(query.node_id), (caller) => tillLayouts.list(caller)), toNormalisedList),
      get: ({ params, query }) =>
        Effect.flatMap(at(query.node_id), (caller) => tillLayouts.get(caller, params.layout_id)),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tillLayouts.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tillLayouts.update(caller, params.layout_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) => tillLayouts.remove(caller, params.layout_id)),
          null
        )
    })
  })
)
