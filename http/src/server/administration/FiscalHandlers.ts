import { EventFiscalSettings } from "@wristbank/core/fiscal/EventFiscalSettings"
import { TillClosings } from "@wristbank/core/fiscal/TillClosings"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"

export const FiscalHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "fiscal",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const writing = inEvent({ write: true })
    const settings = yield* EventFiscalSettings
    const closings = yield* TillClosings
    return handlers.handleAll({
      settings: reading(settings.get),
      update: writing(
        ifUnchanged(shown.fiscalSettings, settings.get)((caller, { payload }) => settings.update(caller, payload))
      ),
      openClosings: reading(closings.open),
      endClosings: writing((caller, { payload }) => closings.end(caller, payload))
    })
  })
)
