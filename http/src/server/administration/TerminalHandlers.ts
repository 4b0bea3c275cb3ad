import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Terminals } from "@wristbank/core/till/Terminals"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { type AboutOne, callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"

export const TerminalHandlers = groupHandlers(
  AdministrationApi,
  "terminals",
  Effect.fnUntraced(function*(handlers) {
    const { atNode, inEvent } = yield* callerAt
    const reading = inEvent()
    const managing = inEvent({ write: true, objectType: "terminal" })
    const terminals = yield* Terminals

    const find = Effect.fnUntraced(function*(caller: AtEvent, { params }: AboutOne<"terminal_id">) {
      const found = yield* terminals.find(placeOf(caller), params.terminal_id)
      const [seen] = yield* terminals.seenBy(caller, [found])
      return seen ?? found
    })

    // Signing out and reading work at archived nodes too.
    return handlers.handleAll({
      list: listed(
        atNode()((caller) =>
          Effect.flatMap(terminals.list(placeOf(caller)), (found) => terminals.seenBy(caller, found))
        )
      ),
      get: reading(find),
      create: managing((caller, { payload }) => terminals.create(caller, payload)),
      update: managing(
        ifUnchanged(shown.terminal, find)((caller, { params, payload }) =>
          terminals.update(caller, params.terminal_id, payload)
        )
      ),
      remove: nothing(managing((caller, { params }) => terminals.remove(caller, params.terminal_id))),
      logout: nothing(reading((caller, { params }) => terminals.logout(caller, params.terminal_id))),
      newCode: managing((caller, about) =>
        find(caller, about).pipe(
          Effect.andThen(terminals.renewCode(caller, about.params.terminal_id)),
          Effect.andThen(find(caller, about))
        )
      ),
      switchTill: nothing(
        managing((caller, { params, payload }) => terminals.switchTill(caller, params.terminal_id, payload.new_till_id))
      ),
      forceLogoutUser: nothing(reading((caller, { params }) => terminals.forceSignOut(caller, params.terminal_id)))
    })
  })
)
