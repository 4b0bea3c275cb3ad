import { pathTo } from "@wristbank/core/organisation/EventConfiguration"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { CashRegisters } from "@wristbank/core/till/CashRegisters"
import { Stockings } from "@wristbank/core/till/Stockings"
import { StockUps } from "@wristbank/core/till/StockUps"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

export const CashRegisterHandlers = HttpApiBuilder.group(
  TerminalApi,
  "cash-registers",
  Effect.fnUntraced(function*(handlers) {
    const guard = yield* TerminalGuard
    const registers = yield* CashRegisters
    const stockings = yield* Stockings
    const stockUps = yield* StockUps

    /** The node of the till that the call comes from. */
    const tillPlace = (privileges: ReadonlyArray<Privilege>) =>
      Effect.flatMap(SignedInTerminal, (terminal) =>
        Effect.map(
          guard.require(terminal, { privileges, till: true, write: false }),
          ({ configuration, node }) => ({
            eventId: configuration.eventId,
            nodeId: node.id,
            pathIds: pathTo(configuration, node.id)
          })
        ))

    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(
          Effect.flatMap(tillPlace(["node_administration"]), registers.list),
          (found) => query.hide_assigned ? found.filter((register) => register.current_cashier_id === null) : found
        ),
      listStockings: () => Effect.flatMap(tillPlace([]), stockings.list),
      stockUp: ({ payload }) =>
        Effect.as(
          Effect.flatMap(SignedInTerminal, (terminal) => stockUps.run(terminal, payload)),
          true as const
        )
    })
  })
)
