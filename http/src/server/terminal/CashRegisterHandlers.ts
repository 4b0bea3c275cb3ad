import { CashChanges } from "@wristbank/core/cash/CashChanges"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { RegisterTransfers } from "@wristbank/core/cash/RegisterTransfers"
import { Stockings } from "@wristbank/core/cash/Stockings"
import { StockUps } from "@wristbank/core/cash/StockUps"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { nothing } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const CashRegisterHandlers = groupHandlers(
  TerminalApi,
  "cash-registers",
  Effect.fnUntraced(function*(handlers) {
    const cashChanges = yield* CashChanges
    const registers = yield* CashRegisters
    const stockings = yield* Stockings
    const stockUps = yield* StockUps
    const transfers = yield* RegisterTransfers

    return handlers.handleAll({
      list: ({ query }) => atTerminal(registers.listAtTerminal, query.hide_assigned),
      listStockings: () => atTerminal(stockings.listAtTerminal),
      stockUp: ({ payload }) => Effect.as(atTerminal(stockUps.run, payload), true as const),
      changeBalance: nothing(({ payload }) => atTerminal(cashChanges.register, payload)),
      changeTransport: nothing(({ payload }) => atTerminal(cashChanges.transport, payload)),
      transfer: ({ payload }) => atTerminal(transfers.atTerminal, payload)
    })
  })
)
