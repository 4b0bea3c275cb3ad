import { TerminalConfigs } from "@wristbank/core/till/TerminalConfigs"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const ConfigHandlers = groupHandlers(
  TerminalApi,
  "config",
  Effect.fnUntraced(function*(handlers) {
    const configs = yield* TerminalConfigs
    return handlers.handleAll({ get: () => atTerminal(configs.get) })
  })
)
