import { Access, type Requirement } from "@wristbank/core/organisation/Access"
import type { AskedPeriod } from "@wristbank/core/report/EventDay"
import { Statistics } from "@wristbank/core/report/Statistics"
import { type DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"

const reading: Requirement = { privileges: ["node_administration", "view_node_stats"] }

export const StatsHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "stats",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* Access
    const statistics = yield* Statistics

    const reader = (nodeId: bigint) => Effect.flatMap(SignedIn, (signedIn) => access.at(signedIn, nodeId, reading))
    const readerAtEvent = (nodeId: bigint) =>
      Effect.flatMap(SignedIn, (signedIn) => access.atEvent(signedIn, nodeId, reading))

    return handlers.handleAll({
      products: ({ query }) =>
        Effect.flatMap(reader(query.node_id), (caller) => statistics.products(caller, periodOf(query))),
      vouchers: ({ query }) =>
        Effect.flatMap(readerAtEvent(query.node_id), (caller) => statistics.vouchers(caller, periodOf(query))),
      entries: ({ query }) =>
        Effect.flatMap(readerAtEvent(query.node_id), (caller) => statistics.entries(caller, periodOf(query))),
      topUps: ({ query }) =>
        Effect.flatMap(readerAtEvent(query.node_id), (caller) => statistics.topUps(caller, periodOf(query))),
      payOuts: ({ query }) =>
        Effect.flatMap(readerAtEvent(query.node_id), (caller) => statistics.payOuts(caller, periodOf(query)))
    })
  })
)

const periodOf = (
  { from_timestamp, to_timestamp }: { readonly from_timestamp?: DateTime.Utc; readonly to_timestamp?: DateTime.Utc }
): AskedPeriod => ({ from: from_timestamp ?? null, to: to_timestamp ?? null })
