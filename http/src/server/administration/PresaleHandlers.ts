import { PresaleTickets } from "@wristbank/core/presale/PresaleTickets"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { callerAt } from "./CallerAt.ts"
import { answerPresaleTickets, given } from "./LongLists.ts"

export const PresaleHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "presale",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const looking = inEvent()
    const tickets = yield* PresaleTickets
    return handlers.handleAll({
      tickets: looking((caller, { query }) => {
        const wanted = given({
          search: query.search,
          state: query.state,
          checkedIn: query.checked_in,
          withCredit: query.with_credit
        })
        return answerPresaleTickets(query, {
          read: (page) => tickets.sortedPage(caller, wanted, page),
          count: tickets.count(caller, wanted)
        }, (entries) => entries)
      }),
      stats: looking((caller) => tickets.stats(caller))
    })
  })
)
