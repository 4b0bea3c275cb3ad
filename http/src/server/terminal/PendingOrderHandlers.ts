import type { CardOrderType } from "@wristbank/core/sale/PendingOrder"
import type { CancelOrderPayload } from "@wristbank/core/sale/PendingOrder"
import { PendingOrders } from "@wristbank/core/sale/PendingOrders"
import { Sales } from "@wristbank/core/sale/Sales"
import { TicketSales } from "@wristbank/core/sale/TicketSales"
import { TopUps } from "@wristbank/core/sale/TopUps"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { nothing } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const PendingOrderHandlers = groupHandlers(
  TerminalApi,
  "pendingOrders",
  Effect.fnUntraced(function*(handlers) {
    const pendingOrders = yield* PendingOrders
    const sales = yield* Sales
    const tickets = yield* TicketSales
    const topUps = yield* TopUps

    const cancel = (type: CardOrderType) =>
      nothing(({ payload }: { readonly payload: CancelOrderPayload }) =>
        atTerminal(pendingOrders.cancel, type, payload.order_uuid)
      )

    return handlers.handleAll({
      registerSale: ({ payload }) => atTerminal(sales.register, payload),
      cancelSale: cancel("sale"),
      registerTopUp: ({ payload }) => atTerminal(topUps.register, payload),
      cancelTopUp: cancel("top_up"),
      registerTicketSale: ({ payload }) => atTerminal(tickets.register, payload),
      cancelTicketSale: cancel("ticket")
    })
  })
)
