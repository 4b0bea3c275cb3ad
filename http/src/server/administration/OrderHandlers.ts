import { subtreeOf } from "@wristbank/core/event/EventConfiguration"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Cancels } from "@wristbank/core/sale/Cancels"
import { Edits } from "@wristbank/core/sale/Edits"
import { Orders } from "@wristbank/core/sale/Orders"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { listPage } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { amountOf, answerOrders, given } from "./LongLists.ts"

export const OrderHandlers = groupHandlers(
  AdministrationApi,
  "orders",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const writing = inEvent({ write: true })
    const cancels = yield* Cancels
    const configurations = yield* EventConfigurations
    const edits = yield* Edits
    const orders = yield* Orders

    /** The event and the nodes whose orders the caller may see: the caller's node and below. */
    const reachOf = ({ eventId, node, userId }: AtEvent) =>
      Effect.map(
        configurations.current(eventId),
        (configuration) => ({ eventId, userId, nodes: subtreeOf(configuration, node.id) })
      )

    return handlers.handleAll({
      list: reading(Effect.fnUntraced(function*(caller, { query }) {
        const reach = yield* reachOf(caller)
        const wanted = given({
          customerAccountId: query.customer_account_id,
          userTagId: query.user_tag_id,
          tillId: query.till_id,
          cashierId: query.cashier_id,
          cashRegisterId: query.cash_register_id,
          types: query.order_type,
          methods: query.payment_method,
          cancelled: query.cancelled,
          from: query.from_time,
          to: query.to_time,
          total: amountOf(query)
        })
        return yield* answerOrders(query, {
          read: (page) => orders.sortedPage(reach, wanted, page),
          count: orders.count(reach, wanted)
        }, toNormalisedList)
      })),
      byTill: listed(reading(Effect.fnUntraced(function*(caller, { params, query }) {
        const reach = yield* reachOf(caller)
        return yield* listPage(query, (page) => orders.list(reach, { tillId: params.till_id, page }))
      }))),
      get: reading((caller, { params }) =>
        Effect.flatMap(reachOf(caller), (reach) => orders.find(reach, params.order_id))
      ),
      cancel: nothing(
        writing((caller, { params }) =>
          Effect.flatMap(reachOf(caller), (reach) => cancels.cancel({ ...reach, orderId: params.order_id }))
        )
      ),
      edit: writing((caller, { params, payload }) =>
        Effect.flatMap(reachOf(caller), (reach) => edits.edit({ ...reach, orderId: params.order_id, sale: payload }))
      )
    })
  })
)
