import { Terminals } from "@wristbank/core/cash/Terminals"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { atTerminal } from "./AtTerminal.ts"

export const RegistrationHandlers = HttpApiBuilder.group(
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
