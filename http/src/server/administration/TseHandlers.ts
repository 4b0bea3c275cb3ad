import { TseOperations } from "@wristbank/core/fiscal/TseOperations"
import { Tses } from "@wristbank/core/fiscal/Tses"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { listed } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { type AboutOne, callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"

export const TseHandlers = groupHandlers(
  AdministrationApi,
  "tses",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const managing = inEvent({ write: true, objectType: "tse" })
    const tses = yield* Tses
    const operations = yield* TseOperations
    const find = (caller: AtEvent, { params }: AboutOne<"tse_id">) => operations.get(caller, params.tse_id)
    return handlers.handleAll({
      list: listed(inEvent()(operations.list)),
      create: managing((caller, { payload }) => tses.create(caller, payload)),
      update: managing(
        ifUnchanged(shown.tse, find)((caller, { params, payload }) => tses.update(caller, params.tse_id, payload))
      ),
      switchOver: managing((caller, { params, payload }) => operations.switchOver(caller, params.tse_id, payload)),
      disable: managing((caller, { params }) => operations.disable(caller, params.tse_id)),
      checkAgain: managing((caller, { params }) => operations.checkAgain(caller, params.tse_id))
    })
  })
)
