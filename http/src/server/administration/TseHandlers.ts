import { TseOperations } from "@wristbank/core/fiscal/TseOperations"
import { Tses } from "@wristbank/core/fiscal/Tses"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const TseHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "tses",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent, managing } = yield* callerAt
    const manage = managing("tse")
    const tses = yield* Tses
    const operations = yield* TseOperations
    return handlers.handleAll({
      list: ({ query }) => Effect.map(Effect.flatMap(atEvent(query.node_id), operations.list), toNormalisedList),
      create: ({ payload, query }) => Effect.flatMap(manage(query.node_id), (caller) => tses.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => tses.update(caller, params.tse_id, payload)),
      switchOver: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => operations.switchOver(caller, params.tse_id, payload)),
      disable: ({ params, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => operations.disable(caller, params.tse_id)),
      checkAgain: ({ params, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => operations.checkAgain(caller, params.tse_id))
    })
  })
)
