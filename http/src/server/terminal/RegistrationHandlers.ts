import { Terminals } from "@wristbank/core/till/Terminals"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const RegistrationHandlers = groupHandlers(
  TerminalApi,
  "registration",
  Effect.fnUntraced(function*(handlers) {
    const terminals = yield* Terminals
    return handlers.handleAll({
      register: ({ payload }) => terminals.register(payload.registration_uuid),
      logout: () => atTerminal(terminals.logoutSelf)
    })
  })
)
