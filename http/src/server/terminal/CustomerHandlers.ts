import { Grants } from "@wristbank/core/sale/Grants"
import { TerminalCustomers } from "@wristbank/core/sale/TerminalCustomers"
import { TagSwitches } from "@wristbank/core/till/TagSwitches"
import { Effect } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { nothing } from "../answers/Handler.ts"
import { listPage } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { atTerminal } from "./AtTerminal.ts"

export const CustomerHandlers = groupHandlers(
  TerminalApi,
  "customers",
  Effect.fnUntraced(function*(handlers) {
    const customers = yield* TerminalCustomers
    const grants = yield* Grants
    const switches = yield* TagSwitches

    return handlers.handleAll({
      get: ({ params }) => atTerminal(customers.account, params.customer_tag_uid),
      orders: ({ params, query }) =>
        listPage(query, (page) => atTerminal(customers.ordersOf, params.customer_tag_uid, page)),
      findByPin: ({ payload }) => atTerminal(customers.byPin, payload),
      grantFreeTicket: ({ payload }) => atTerminal(grants.freeTicket, payload),
      grantVouchers: ({ payload }) => atTerminal(grants.vouchers, payload),
      switchTag: nothing(({ payload }) => atTerminal(switches.run, payload))
    })
  })
)
