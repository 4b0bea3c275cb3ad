import { Customers } from "@wristbank/core/account/Customers"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listPage } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const CustomerHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "customers",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const customers = yield* Customers

    const preventPayout = (nodeId: bigint, id: bigint, prevented: boolean) =>
      atEvent(nodeId, { write: true }).pipe(
        Effect.flatMap((caller) => customers.preventPayout(caller, id, prevented)),
        Effect.as(null)
      )

    return handlers.handleAll({
      find: ({ payload, query }) =>
        Effect.flatMap(
          atEvent(query.node_id),
          (caller) => listPage(query, (page) => customers.search(caller, payload.search_term, page))
        ),
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => customers.find(caller, params.customer_id)),
      blocked: ({ query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => listPage(query, (page) => customers.blocked(caller, page))),
      preventPayout: ({ params, query }) => preventPayout(query.node_id, params.customer_id, true),
      allowPayout: ({ params, query }) => preventPayout(query.node_id, params.customer_id, false)
    })
  })
)
