import { TillProfiles } from "@wristbank/core/catalogue/TillProfiles"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const TillProfileHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "till-profiles",
  Effect.fnUntraced(function*(handlers) {
    const { at, managing } = yield* callerAt
    const manage = managing("till")
    const tillProfiles = yield* TillProfiles
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(Effect.flatMap(at(query.node_id), (caller) => tillProfiles.list(caller)), toNormalisedList),
      get: ({ params, query }) =>
        Effect.flatMap(at(query.node_id), (caller) => tillProfiles.get(caller, params.profile_id)),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tillProfiles.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tillProfiles.update(caller, params.profile_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) => tillProfiles.remove(caller, params.profile_id)),
          null
        )
    })
  })
)
