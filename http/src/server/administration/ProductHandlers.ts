import { Products } from "@wristbank/core/catalogue/Products"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const ProductHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "products",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent, managing } = yield* callerAt
    const manage = managing("product")
    const products = yield* Products
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(
          Effect.flatMap(atEvent(query.node_id), (caller) => products.list(caller, query.show_all)),
          toNormalisedList
        ),
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => products.get(caller, params.product_id)),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => products.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => products.update(caller, params.product_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(Effect.flatMap(manage(query.node_id), (caller) => products.remove(caller, params.product_id)), null)
    })
  })
)
