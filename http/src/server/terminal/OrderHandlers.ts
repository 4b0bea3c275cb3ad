import { PresaleScans } from "@wristbank/core/presale/PresaleScans"
import { Cancels } from "@wristbank/core/sale/Cancels"
import { Orders } from "@wristbank/core/sale/Orders"
import { PayOuts } from "@wristbank/core/sale/PayOuts"
import { Sales } from "@wristbank/core/sale/Sales"
import { TicketSales } from "@wristbank/core/sale/TicketSales"
import { TopUps } from "@wristbank/core/sale/TopUps"
import { TagChips } from "@wristbank/core/till/TagChips"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { nothing } from "../answers/Handler.ts"
import { listPage } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const OrderHandlers = groupHandlers(
  TerminalApi,
  "orders",
  Effect.fnUntraced(function*(handlers) {
    const cancels = yield* Cancels
    const chips = yield* TagChips
    const orders = yield* Orders
    const payOuts = yield* PayOuts
    const sales = yield* Sales
    const scans = yield* PresaleScans
    const tickets = yield* TicketSales
    const topUps = yield* TopUps

    return handlers.handleAll({
      list: ({ query }) => listPage(query, (page) => atTerminal(orders.ofCashier, page)),
      get: ({ params }) => atTerminal(orders.oneOfCashier, params.order_id),
      checkSale: ({ payload }) => atTerminal(sales.check, payload),
      bookSale: ({ payload }) => atTerminal(sales.book, payload),
      checkTopUp: ({ payload }) => atTerminal(topUps.check, payload),
      bookTopUp: ({ payload }) => atTerminal(topUps.book, payload),
      checkPayOut: ({ payload }) => atTerminal(payOuts.check, payload),
      bookPayOut: ({ payload }) => atTerminal(payOuts.book, payload),
      checkTicketScan: ({ payload }) =>
        Effect.tapErrorTag(
          atTerminal(scans.scan, payload),
          "InvalidArgument",
          // A wristband that the office gave to a guest by its PIN has no chip until a till sees both.
          ({ rule }) => rule === "order.tags_used" ? atTerminal(chips.bind, payload.customer_tags) : Effect.void
        ),
      checkTicketSale: ({ payload }) => atTerminal(tickets.check, payload),
      bookTicketSale: ({ payload }) => atTerminal(tickets.book, payload),
      cancel: nothing(({ params }) => atTerminal(cancels.atTill, params.order_id))
    })
  })
)
