import { Statistics } from "@wristbank/core/report/Statistics"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import type { TerminalRequirement } from "@wristbank/core/till/TerminalState"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

const reading: TerminalRequirement = { privileges: ["view_node_stats"], till: true, write: false }

export const StatsHandlers = HttpApiBuilder.group(
  TerminalApi,
  "stats",
  Effect.fnUntraced(function*(handlers) {
    const guard = yield* TerminalGuard
    const statistics = yield* Statistics
    return handlers.handleAll({
      revenue: ({ payload }) =>
        SignedInTerminal.pipe(
          Effect.flatMap((terminal) => guard.require(terminal, reading)),
          Effect.flatMap((state) => statistics.revenue(state, { from: payload.from_time, to: payload.to_time }))
        )
    })
  })
)
