import { SignIns } from "@wristbank/core/till/SignIns"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const SignInHandlers = groupHandlers(
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
