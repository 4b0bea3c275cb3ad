import { TaxRates } from "@wristbank/core/catalogue/TaxRates"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const TaxRateHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "tax-rates",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent, managing } = yield* callerAt
    const manage = managing("tax_rate")
    const taxRates = yield* TaxRates
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(Effect.flatMap(atEvent(query.node_id), (caller) => taxRates.list(caller)), toNormalisedList),
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => taxRates.get(caller, params.tax_rate_id)),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => taxRates.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => taxRates.update(caller, params.tax_rate_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(Effect.flatMap(manage(query.node_id), (caller) => taxRates.remove(caller, params.tax_rate_id)), null)
    })
  })
)
