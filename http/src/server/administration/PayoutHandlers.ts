import { PayoutFiles } from "@wristbank/core/payout/PayoutFiles"
import { PayoutRuns } from "@wristbank/core/payout/PayoutRuns"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const PayoutHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "payouts",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const files = yield* PayoutFiles
    const runs = yield* PayoutRuns
    const paying = (nodeId: bigint) => atEvent(nodeId, { write: true })

    return handlers.handleAll({
      list: ({ query }) => Effect.map(Effect.flatMap(atEvent(query.node_id), runs.list), toNormalisedList),
      create: ({ payload, query }) => Effect.flatMap(paying(query.node_id), (caller) => runs.create(caller, payload)),
      pending: ({ query }) => Effect.flatMap(atEvent(query.node_id), runs.pending),
      payouts: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => runs.payoutsOf(caller, params.payout_run_id)),
      giveBack: ({ params, payload, query }) =>
        paying(query.node_id).pipe(
          Effect.flatMap((caller) => runs.giveBack(caller, params.payout_run_id, params.payout_id, payload)),
          Effect.as(null)
        ),
      csv: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => files.csv(caller, params.payout_run_id)),
      sepaXml: ({ params, payload, query: { node_id, part, version } }) =>
        Effect.flatMap(paying(node_id), (caller) =>
          files.sepa(caller, params.payout_run_id, {
            executionDate: payload.execution_date,
            version,
            part: part ?? null
          })),
      previousSepaXml: ({ params, query }) =>
        atEvent(query.node_id).pipe(
          Effect.flatMap((caller) => files.previous(caller, params.payout_run_id)),
          Effect.map(({ content }) => content)
        ),
      setDone: ({ params, query }) =>
        paying(query.node_id).pipe(
          Effect.flatMap((caller) => runs.setDone(caller, params.payout_run_id)),
          Effect.as(null)
        ),
      revoke: ({ params, query }) =>
        paying(query.node_id).pipe(
          Effect.flatMap((caller) => runs.revoke(caller, params.payout_run_id, query.force === "true")),
          Effect.as(null)
        )
    })
  })
)
