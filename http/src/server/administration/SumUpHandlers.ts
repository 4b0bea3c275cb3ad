import { CardAuthorisations } from "@wristbank/core/card/CardAuthorisations"
import { CardLists } from "@wristbank/core/card/CardLists"
import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import { PaymentDesk } from "@wristbank/core/order/PaymentDesk"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { pageOf } from "../../api/Page.ts"
import { type Ground, standing } from "./Standing.ts"

/** The provider is not asked for events in the archive. */
const current: Ground = { write: true }

const cardPageOf = ({ cursor, limit }: { readonly limit: number; readonly cursor?: string }) => ({
  limit,
  cursor: cursor ?? null
})

export const SumUpHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "sumup",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* standing
    const authorisations = yield* CardAuthorisations
    const desk = yield* PaymentDesk
    const lists = yield* CardLists
    const reconciliations = yield* Reconciliations

    return handlers.handleAll({
      checkouts: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id, current), (caller) => lists.checkouts(caller, cardPageOf(query))),
      checkout: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id, current), (caller) => lists.checkout(caller, params.checkout_id)),
      transactions: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id, current), (caller) => lists.transactions(caller, cardPageOf(query))),
      reconciliations: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => reconciliations.list(caller, pageOf(query))),
      reconciliation: ({ params, query }) =>
        Effect.flatMap(
          atEvent(query.node_id),
          (caller) => reconciliations.get(caller, params.reconciliation_id, pageOf(query))
        ),
      unverified: ({ query }) => Effect.flatMap(atEvent(query.node_id), desk.list),
      settle: ({ params, payload, query }) =>
        Effect.flatMap(atEvent(query.node_id, current), (caller) => desk.settle(caller, params.order_uuid, payload)),
      beginAuthorization: ({ params, payload }) =>
        Effect.flatMap(atEvent(params.node_id, current), (caller) => authorisations.begin(caller, payload)),
      configureToken: ({ params, payload }) =>
        Effect.as(
          Effect.flatMap(atEvent(params.node_id, current), (caller) => authorisations.finish(caller, payload)),
          null
        )
    })
  })
)
