import { Access } from "@wristbank/core/organisation/Access"
import { mayHoldBack, mayServe } from "@wristbank/core/tag/CustomerChange"
import { Customers } from "@wristbank/core/tag/Customers"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { pageOf } from "../../api/Page.ts"

export const CustomerHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "customers",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* Access
    const customers = yield* Customers

    const serving = (nodeId: bigint) =>
      Effect.flatMap(SignedIn, (signedIn) => access.atEvent(signedIn, nodeId, { privileges: mayServe }))

    const preventPayout = (nodeId: bigint, id: bigint, prevented: boolean) =>
      SignedIn.pipe(
        Effect.flatMap((signedIn) => access.atEvent(signedIn, nodeId, { privileges: mayHoldBack, write: true })),
        Effect.flatMap((caller) => customers.preventPayout(caller, id, prevented)),
        Effect.as(null)
      )

    return handlers.handleAll({
      find: ({ payload, query }) =>
        Effect.flatMap(
          serving(query.node_id),
          (caller) => customers.search(caller, payload.search_term, pageOf(query))
        ),
      get: ({ params, query }) =>
        Effect.flatMap(serving(query.node_id), (caller) => customers.find(caller, params.customer_id)),
      blocked: ({ query }) =>
        Effect.flatMap(serving(query.node_id), (caller) => customers.blocked(caller, pageOf(query))),
      preventPayout: ({ params, query }) => preventPayout(query.node_id, params.customer_id, true),
      allowPayout: ({ params, query }) => preventPayout(query.node_id, params.customer_id, false)
    })
  })
)
