import { CustomerHistories } from "@wristbank/core/guest/CustomerHistories"
import { Customers } from "@wristbank/core/guest/Customers"
import { TagSwitches } from "@wristbank/core/till/TagSwitches"
import { Effect, identity } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { nothing } from "../answers/Handler.ts"
import { cutToPage, listPage, readAhead } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { answerCustomers, given } from "./LongLists.ts"

export const CustomerHandlers = groupHandlers(
  AdministrationApi,
  "customers",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const writing = inEvent({ write: true })
    const customers = yield* Customers
    const histories = yield* CustomerHistories
    const switches = yield* TagSwitches
    return handlers.handleAll({
      find: reading((caller, { payload, query }) =>
        listPage(query, (page) => customers.search(caller, payload.search_term, page))
      ),
      list: reading((caller, { query }) => {
        const { blocked, has_entered_info, max_balance, min_balance, search, staff, tagged } = query
        const wanted = {
          ...given({ search, blocked, staff, tagged, entered: has_entered_info }),
          balance: { from: min_balance, to: max_balance }
        }
        return answerCustomers(query, {
          read: (page) => customers.sortedPage(caller, wanted, page),
          count: customers.count(caller, wanted)
        }, identity)
      }),
      get: reading((caller, { params }) => customers.find(caller, params.customer_id)),
      blocked: reading((caller, { query }) => listPage(query, (page) => customers.blocked(caller, page))),
      history: reading(Effect.fnUntraced(function*(caller, { params, query }) {
        const { from_time = null, kind = null, to_time = null } = query
        const page = readAhead<string>(query)
        const found = yield* histories.list(caller, params.customer_id, { from: from_time, until: to_time, kind, page })
        return yield* cutToPage(query, found, ({ key }) => key)
      })),
      switchTag: nothing(
        writing((caller, { params, payload }) => switches.ofGuest(caller, params.customer_id, payload))
      ),
      switchTagByPin: nothing(writing((caller, { payload }) => switches.byPin(caller, payload))),
      preventPayout: nothing(
        writing((caller, { params }) => customers.preventPayout(caller, params.customer_id, true))
      ),
      allowPayout: nothing(writing((caller, { params }) => customers.preventPayout(caller, params.customer_id, false)))
    })
  })
)
