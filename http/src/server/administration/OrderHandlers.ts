import { subtreeOf } from "@wristbank/core/event/EventConfiguration"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { Cancels } from "@wristbank/core/order/Cancels"
import { Edits } from "@wristbank/core/order/Edits"
import { Orders } from "@wristbank/core/order/Orders"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { listPage } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const OrderHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "orders",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const cancels = yield* Cancels
    const configurations = yield* EventConfigurations
    const edits = yield* Edits
    const orders = yield* Orders

    /** The event and the nodes whose tills' orders the caller reaches: at the caller's node and below. */
    const scope = Effect.fnUntraced(function*(nodeId: bigint, write: boolean) {
      const caller = yield* atEvent(nodeId, { write })
      const configuration = yield* configurations.current(caller.eventId)
      return { eventId: caller.eventId, userId: caller.userId, nodes: subtreeOf(configuration, nodeId) }
    })

    const listed = Effect.fnUntraced(
      function*(
        query: { readonly node_id: bigint; readonly limit: number; readonly cursor?: bigint },
        filter: { readonly customerAccountId: bigint } | { readonly tillId: bigint }
      ) {
        const reach = yield* scope(query.node_id, false)
        return toNormalisedList(
          yield* listPage(query, (page) => orders.list(reach, { ...filter, page }))
        )
      }
    )

    return handlers.handleAll({
      list: ({ query }) => listed(query, { customerAccountId: query.customer_account_id }),
      byTill: ({ params, query }) => listed(query, { tillId: params.till_id }),
      get: ({ params, query }) =>
        Effect.flatMap(scope(query.node_id, false), (reach) => orders.find(reach, params.order_id)),
      cancel: ({ params, query }) =>
        Effect.gen(function*() {
          const reach = yield* scope(query.node_id, true)
          yield* cancels.cancel({ ...reach, orderId: params.order_id })
          return null
        }),
      edit: ({ params, payload, query }) =>
        Effect.flatMap(
          scope(query.node_id, true),
          (reach) => edits.edit({ ...reach, orderId: params.order_id, sale: payload })
        )
    })
  })
)
