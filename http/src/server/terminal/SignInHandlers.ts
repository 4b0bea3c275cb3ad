import { SignIns } from "@wristbank/core/cash/SignIns"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

export const SignInHandlers = HttpApiBuilder.group(
  TerminalApi,
  "sign-in",
  Effect.fnUntraced(function*(handlers) {
    const signIns = yield* SignIns
    return handlers.handleAll({
      current: () => Effect.flatMap(SignedInTerminal, (terminal) => signIns.current(terminal)),
      check: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => signIns.checkLogin(terminal, payload.uid)),
      login: ({ payload }) =>
        Effect.flatMap(
          SignedInTerminal,
          (terminal) => signIns.login(terminal, payload.user_tag.uid, payload.user_role_id)
        ),
      logout: () => Effect.flatMap(SignedInTerminal, (terminal) => signIns.logout(terminal))
    })
  })
)
