import { TagSwitches } from "@wristbank/core/cash/TagSwitches"
import { Grants } from "@wristbank/core/order/Grants"
import { TerminalCustomers } from "@wristbank/core/order/TerminalCustomers"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { listPage } from "../ListPage.ts"

export const CustomerHandlers = HttpApiBuilder.group(
  TerminalApi,
  "customers",
  Effect.fnUntraced(function*(handlers) {
    const customers = yield* TerminalCustomers
    const grants = yield* Grants
    const switches = yield* TagSwitches

    return handlers.handleAll({
      get: ({ params }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => customers.account(terminal, params.customer_tag_uid)),
      orders: ({ params, query }) =>
        Effect.flatMap(
          SignedInTerminal,
          (terminal) => listPage(query, (page) => customers.ordersOf(terminal, params.customer_tag_uid, page))
        ),
      grantFreeTicket: ({ payload }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => grants.freeTicket(terminal, payload)),
      grantVouchers: ({ payload }) =>
        Effect.flatMap(SignedInTerminal, (terminal) => grants.vouchers(terminal, payload)),
      switchTag: ({ payload }) =>
        Effect.as(Effect.flatMap(SignedInTerminal, (terminal) => switches.run(terminal, payload)), null)
    })
  })
)
