import { Tills } from "@wristbank/core/cash/Tills"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listed, nothing } from "../Handler.ts"
import { callerAt } from "./CallerAt.ts"

export const TillHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "tills",
  Effect.fnUntraced(function*(handlers) {
    const { atNode, inEvent } = yield* callerAt
    const managing = inEvent({ write: true, objectType: "till" })
    const tills = yield* Tills
    return handlers.handleAll({
      list: listed(atNode()((caller) => tills.list(placeOf(caller)))),
      get: inEvent()((caller, { params }) => tills.find(placeOf(caller), params.till_id)),
      create: managing((caller, { payload }) => tills.create(caller, payload)),
      update: managing((caller, { params, payload }) => tills.update(caller, params.till_id, payload)),
      remove: nothing(managing((caller, { params }) => tills.remove(caller, params.till_id))),
      removeFromTerminal: nothing(managing((caller, { params }) => tills.switchTerminal(caller, params.till_id, null))),
      switchTerminal: nothing(
        managing((caller, { params, payload }) => tills.switchTerminal(caller, params.till_id, payload.new_terminal_id))
      )
    })
  })
)
