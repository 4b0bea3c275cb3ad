import { Terminals } from "@wristbank/core/cash/Terminals"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

export const RegistrationHandlers = HttpApiBuilder.group(
  TerminalApi,
  "registration",
  Effect.fnUntraced(function*(handlers) {
    const terminals = yield* Terminals
    return handlers.handleAll({
      register: ({ payload }) => terminals.register(payload.registration_uuid),
      logout: () => Effect.flatMap(SignedInTerminal, (terminal) => terminals.logoutSelf(terminal))
    })
  })
)
