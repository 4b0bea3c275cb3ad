import { SignIns } from "@wristbank/core/cash/SignIns"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { atTerminal } from "./AtTerminal.ts"

export const SignInHandlers = HttpApiBuilder.group(
  TerminalApi,
  "sign-in",
  Effect.fnUntraced(function*(handlers) {
    const signIns = yield* SignIns
    return handlers.handleAll({
      current: () => atTerminal(signIns.current),
      check: ({ payload }) => atTerminal(signIns.checkLogin, payload.uid),
      login: ({ payload }) => atTerminal(signIns.login, payload.user_tag.uid, payload.user_role_id),
      logout: () => atTerminal(signIns.logout)
    })
  })
)
