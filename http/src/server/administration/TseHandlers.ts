import { TseOperations } from "@wristbank/core/fiscal/TseOperations"
import { Tses } from "@wristbank/core/fiscal/Tses"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listed } from "../Handler.ts"
import { callerAt } from "./CallerAt.ts"

export const TseHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "tses",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const managing = inEvent({ write: true, objectType: "tse" })
    const tses = yield* Tses
    const operations = yield* TseOperations
    return handlers.handleAll({
      list: listed(inEvent()(operations.list)),
      create: managing((caller, { payload }) => tses.create(caller, payload)),
      update: managing((caller, { params, payload }) => tses.update(caller, params.tse_id, payload)),
      switchOver: managing((caller, { params, payload }) => operations.switchOver(caller, params.tse_id, payload)),
      disable: managing((caller, { params }) => operations.disable(caller, params.tse_id)),
      checkAgain: managing((caller, { params }) => operations.checkAgain(caller, params.tse_id))
    })
  })
)
