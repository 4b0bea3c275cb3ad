import { Cancels } from "@wristbank/core/order/Cancels"
import { Orders } from "@wristbank/core/order/Orders"
import { PayOuts } from "@wristbank/core/order/PayOuts"
import { Sales } from "@wristbank/core/order/Sales"
import { TicketSales } from "@wristbank/core/order/TicketSales"
import { TopUps } from "@wristbank/core/order/TopUps"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { listPage } from "../ListPage.ts"

export const OrderHandlers = HttpApiBuilder.group(
  TerminalApi,
  "orders",
  Effect.fnUntraced(function*(handlers) {
    const cancels = yield* Cancels
    const orders = yield* Orders
    const payOuts = yield* PayOuts
    const sales = yield* Sales
    const tickets = yield* TicketSales
    const topUps = yield* TopUps

    return handlers.handleAll({
      list: ({ query }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => listPage(query, (page) => orders.ofCashier(terminal, page))),
      get: ({ params }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => orders.oneOfCashier(terminal, params.order_id)),
      checkSale: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => sales.check(terminal, payload)),
      bookSale: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => sales.book(terminal, payload)),
      checkTopUp: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => topUps.check(terminal, payload)),
      bookTopUp: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => topUps.book(terminal, payload)),
      checkPayOut: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => payOuts.check(terminal, payload)),
      bookPayOut: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => payOuts.book(terminal, payload)),
      checkTicketScan: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => tickets.scan(terminal, payload)),
      checkTicketSale: ({ payload }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => tickets.check(terminal, payload)),
      bookTicketSale: ({ payload }) => Effect.flatMap(SignedInTerminal, (terminal) => tickets.book(terminal, payload)),
      cancel: ({ params }) =>
        Effect.as(Effect.flatMap(SignedInTerminal, (terminal) => cancels.atTill(terminal, params.order_id)), null)
    })
  })
)
