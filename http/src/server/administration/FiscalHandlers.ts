import { EventFiscalSettings } from "@wristbank/core/fiscal/EventFiscalSettings"
import { TillClosings } from "@wristbank/core/fiscal/TillClosings"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { callerAt } from "./CallerAt.ts"

export const FiscalHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "fiscal",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const settings = yield* EventFiscalSettings
    const closings = yield* TillClosings
    return handlers.handleAll({
      settings: ({ params }) => Effect.flatMap(atEvent(params.node_id), settings.get),
      update: ({ params, payload }) =>
        Effect.flatMap(atEvent(params.node_id, { write: true }), (caller) => settings.update(caller, payload)),
      openClosings: ({ params }) => Effect.flatMap(atEvent(params.node_id), closings.open),
      endClosings: ({ params, payload }) =>
        Effect.flatMap(atEvent(params.node_id, { write: true }), (caller) => closings.end(caller, payload))
    })
  })
)
