import { Statistics } from "@wristbank/core/report/Statistics"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const StatsHandlers = groupHandlers(
  TerminalApi,
  "stats",
  Effect.fnUntraced(function*(handlers) {
    const statistics = yield* Statistics
    return handlers.handleAll({
      revenue: ({ payload }) => atTerminal(statistics.revenue, { from: payload.from_time, to: payload.to_time })
    })
  })
)
