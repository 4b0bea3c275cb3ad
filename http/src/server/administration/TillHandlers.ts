import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Tills } from "@wristbank/core/till/Tills"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { type AboutOne, callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"

export const TillHandlers = groupHandlers(
  AdministrationApi,
  "tills",
  Effect.fnUntraced(function*(handlers) {
    const { atNode, inEvent } = yield* callerAt
    const managing = inEvent({ write: true, objectType: "till" })
    const tills = yield* Tills
    const find = (caller: AtEvent, { params }: AboutOne<"till_id">) => tills.find(placeOf(caller), params.till_id)
    return handlers.handleAll({
      list: listed(atNode()((caller) => tills.list(placeOf(caller)))),
      get: inEvent()(find),
      create: managing((caller, { payload }) => tills.create(caller, payload)),
      update: managing(
        ifUnchanged(shown.till, find)((caller, { params, payload }) => tills.update(caller, params.till_id, payload))
      ),
      remove: nothing(managing((caller, { params }) => tills.remove(caller, params.till_id))),
      removeFromTerminal: nothing(managing((caller, { params }) => tills.switchTerminal(caller, params.till_id, null))),
      switchTerminal: nothing(
        managing((caller, { params, payload }) => tills.switchTerminal(caller, params.till_id, payload.new_terminal_id))
      )
    })
  })
)
