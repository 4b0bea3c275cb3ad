import { Statistics } from "@wristbank/core/report/Statistics"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { atTerminal } from "./AtTerminal.ts"

export const StatsHandlers = HttpApiBuilder.group(
  TerminalApi,
  "stats",
  Effect.fnUntraced(function*(handlers) {
    const statistics = yield* Statistics
    return handlers.handleAll({
      revenue: ({ payload }) => atTerminal(statistics.revenue, { from: payload.from_time, to: payload.to_time })
    })
  })
)
