import type { RequestedPeriod } from "@wristbank/core/report/EventDay"
import { Statistics } from "@wristbank/core/report/Statistics"
import { type DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { callerAt } from "./CallerAt.ts"

export const StatsHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "stats",
  Effect.fnUntraced(function*(handlers) {
    const { at, atEvent } = yield* callerAt
    const statistics = yield* Statistics

    return handlers.handleAll({
      products: ({ query }) =>
        Effect.flatMap(at(query.node_id), (caller) => statistics.products(caller, periodOf(query))),
      vouchers: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => statistics.vouchers(caller, periodOf(query))),
      entries: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => statistics.entries(caller, periodOf(query))),
      topUps: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => statistics.topUps(caller, periodOf(query))),
      payOuts: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => statistics.payOuts(caller, periodOf(query)))
    })
  })
)

const periodOf = (
  { from_timestamp, to_timestamp }: { readonly from_timestamp?: DateTime.Utc; readonly to_timestamp?: DateTime.Utc }
): RequestedPeriod => ({ from: from_timestamp ?? null, to: to_timestamp ?? null })
