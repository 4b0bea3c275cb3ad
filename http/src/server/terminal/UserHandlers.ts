import { TerminalUsers } from "@wristbank/core/till/TerminalUsers"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const UserHandlers = groupHandlers(
  TerminalApi,
  "users",
  Effect.fnUntraced(function*(handlers) {
    const users = yield* TerminalUsers
    return handlers.handleAll({
      info: ({ payload }) => atTerminal(users.info, payload.user_tag_uid),
      create: ({ payload }) => atTerminal(users.create, payload),
      updateRoles: ({ payload }) => atTerminal(users.updateRoles, payload)
    })
  })
)
