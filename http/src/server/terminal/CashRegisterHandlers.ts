import { CashChanges } from "@wristbank/core/cash/CashChanges"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { RegisterTransfers } from "@wristbank/core/cash/RegisterTransfers"
import { Stockings } from "@wristbank/core/cash/Stockings"
import { StockUps } from "@wristbank/core/cash/StockUps"
import { pathTo } from "@wristbank/core/event/EventConfiguration"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

export const CashRegisterHandlers = HttpApiBuilder.group(
  TerminalApi,
  "cash-registers",
  Effect.fnUntraced(function*(handlers) {
    const cashChanges = yield* CashChanges
    const guard = yield* TerminalGuard
    const registers = yield* CashRegisters
    const stockings = yield* Stockings
    const stockUps = yield* StockUps
    const transfers = yield* RegisterTransfers

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
        ),
      changeBalance: ({ payload }) =>
        Effect.as(Effect.flatMap(SignedInTerminal, (terminal) => cashChanges.register(terminal, payload)), null),
      changeTransport: ({ payload }) =>
        Effect.as(Effect.flatMap(SignedInTerminal, (terminal) => cashChanges.transport(terminal, payload)), null),
      transfer: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => transfers.atTerminal(terminal, payload))
    })
  })
)
