import { Cancels } from "@wristbank/core/order/Cancels"
import { OrderRepository, toOrder } from "@wristbank/core/order/OrderRepository"
import { PayOuts } from "@wristbank/core/order/PayOuts"
import { Sales } from "@wristbank/core/order/Sales"
import { TicketSales } from "@wristbank/core/order/TicketSales"
import { TopUps } from "@wristbank/core/order/TopUps"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { staffed } from "@wristbank/core/till/TerminalStanding"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"

export const OrderHandlers = HttpApiBuilder.group(
  TerminalApi,
  "orders",
  Effect.fnUntraced(function*(handlers) {
    const cancels = yield* Cancels
    const guard = yield* TerminalGuard
    const orders = yield* OrderRepository
    const payOuts = yield* PayOuts
    const sales = yield* Sales
    const tickets = yield* TicketSales
    const topUps = yield* TopUps

    /** The till and cashier of the call. */
    const cashier = Effect.flatMap(
      SignedInTerminal,
      (terminal) =>
        Effect.map(guard.require(terminal, { privileges: ["can_book_orders"], till: true, write: false }), staffed)
    )

    return handlers.handleAll({
      list: () =>
        Effect.gen(function*() {
          const { configuration, person, till } = yield* cashier
          const rows = yield* orders.list({
            eventId: configuration.eventId,
            cashierId: person.id,
            tillId: till.till.id
          })
          return rows.map(toOrder)
        }),
      get: ({ params }) =>
        Effect.gen(function*() {
          const { configuration, person } = yield* cashier
          const row = yield* orders.find(configuration.eventId, params.order_id)
          return row === undefined || row.cashier_id !== person.id ? null : toOrder(row)
        }),
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
