import { EventFiscalSettings } from "@wristbank/core/fiscal/EventFiscalSettings"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { standing } from "./Standing.ts"

export const FiscalHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "fiscal",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* standing
    const settings = yield* EventFiscalSettings
    return handlers.handleAll({
      settings: ({ params }) => Effect.flatMap(atEvent(params.node_id), settings.get),
      update: ({ params, payload }) =>
        Effect.flatMap(atEvent(params.node_id, { write: true }), (caller) => settings.update(caller, payload))
    })
  })
)
