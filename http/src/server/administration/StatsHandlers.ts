import type { RequestedPeriod } from "@wristbank/core/report/EventDay"
import { Statistics } from "@wristbank/core/report/Statistics"
import { type DateTime, Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

export const StatsHandlers = groupHandlers(
  AdministrationApi,
  "stats",
  Effect.fnUntraced(function*(handlers) {
    const { atNode, inEvent } = yield* callerAt
    const reading = inEvent()
    const statistics = yield* Statistics
    return handlers.handleAll({
      products: atNode()((caller, { query }) => statistics.products(caller, periodOf(query))),
      heldPrices: atNode()((caller, { query }) => statistics.heldPrices(caller, periodOf(query))),
      takings: atNode()((caller, { query }) =>
        statistics.takings(caller, { asked: periodOf(query), by: query.by, compared: query.compared ?? null })
      ),
      vouchers: reading((caller, { query }) => statistics.vouchers(caller, periodOf(query))),
      entries: reading((caller, { query }) => statistics.entries(caller, periodOf(query))),
      topUps: reading((caller, { query }) => statistics.topUps(caller, periodOf(query))),
      payOuts: reading((caller, { query }) => statistics.payOuts(caller, periodOf(query))),
      paymentMethods: reading((caller, { query }) => statistics.paymentMethods(caller, periodOf(query))),
      freeTickets: reading((caller, { query }) => statistics.freeTickets(caller, periodOf(query)))
    })
  })
)

interface PeriodQuery {
  readonly from_timestamp?: DateTime.Utc
  readonly to_timestamp?: DateTime.Utc
  readonly as_of?: DateTime.Utc
}

const periodOf = ({ as_of, from_timestamp, to_timestamp }: PeriodQuery): RequestedPeriod => ({
  from: from_timestamp ?? null,
  to: to_timestamp ?? null,
  asOf: as_of ?? null
})
