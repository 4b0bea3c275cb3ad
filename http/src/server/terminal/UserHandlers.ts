import { TerminalUsers } from "@wristbank/core/cash/TerminalUsers"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

export const UserHandlers = HttpApiBuilder.group(
  TerminalApi,
  "users",
  Effect.fnUntraced(function*(handlers) {
    const users = yield* TerminalUsers
    return handlers.handleAll({
      info: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => users.info(terminal, payload.user_tag_uid)),
      create: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => users.create(terminal, payload)),
      updateRoles: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => users.updateRoles(terminal, payload))
    })
  })
)
