import type { CardOrderType } from "@wristbank/core/order/PendingOrder"
import type { CancelOrderPayload } from "@wristbank/core/order/PendingOrder"
import { PendingOrders } from "@wristbank/core/order/PendingOrders"
import { Sales } from "@wristbank/core/order/Sales"
import { TicketSales } from "@wristbank/core/order/TicketSales"
import { TopUps } from "@wristbank/core/order/TopUps"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

export const PendingOrderHandlers = HttpApiBuilder.group(
  TerminalApi,
  "pendingOrders",
  Effect.fnUntraced(function*(handlers) {
    const pendingOrders = yield* PendingOrders
    const sales = yield* Sales
    const tickets = yield* TicketSales
    const topUps = yield* TopUps

    const cancel = (type: CardOrderType) => ({ payload }: { readonly payload: CancelOrderPayload }) =>
      Effect.flatMap(
        SignedInTerminal,
        (terminal) => Effect.as(pendingOrders.cancel(terminal, type, payload.order_uuid), null)
      )

    return handlers.handleAll({
      registerSale: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => sales.register(terminal, payload)),
      cancelSale: cancel("sale"),
      registerTopUp: ({ payload }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => topUps.register(terminal, payload)),
      cancelTopUp: cancel("top_up"),
      registerTicketSale: ({ payload }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => tickets.register(terminal, payload)),
      cancelTicketSale: cancel("ticket")
    })
  })
)
