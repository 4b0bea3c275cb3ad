import { placeOf } from "@wristbank/core/catalogue/Place"
import { CashRegisters } from "@wristbank/core/till/CashRegisters"
import { Stockings } from "@wristbank/core/till/Stockings"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { standing } from "./Standing.ts"

export const CashRegisterHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "till-registers",
  Effect.fnUntraced(function*(handlers) {
    const { managing, reading, readingEvent } = yield* standing
    const manage = managing("till")
    const registers = yield* CashRegisters
    const stockings = yield* Stockings
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(
          Effect.flatMap(reading(query.node_id), (caller) => registers.list(placeOf(caller))),
          toNormalisedList
        ),
      get: ({ params, query }) =>
        Effect.flatMap(readingEvent(query.node_id), (caller) => registers.find(placeOf(caller), params.register_id)),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => registers.create(caller, payload)),
      listStockings: ({ query }) =>
        Effect.map(
          Effect.flatMap(reading(query.node_id), (caller) => stockings.list(placeOf(caller))),
          toNormalisedList
        ),
      createStocking: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => stockings.create(caller, payload))
    })
  })
)
