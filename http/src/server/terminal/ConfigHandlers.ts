import { TerminalConfigs } from "@wristbank/core/till/TerminalConfigs"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { atTerminal } from "./AtTerminal.ts"

export const ConfigHandlers = HttpApiBuilder.group(
  TerminalApi,
  "config",
  Effect.fnUntraced(function*(handlers) {
    const configs = yield* TerminalConfigs
    return handlers.handleAll({ get: () => atTerminal(configs.get) })
  })
)
