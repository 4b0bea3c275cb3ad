import { Cashiers } from "@wristbank/core/cash/Cashiers"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { RegisterTransfers } from "@wristbank/core/cash/RegisterTransfers"
import { Stockings } from "@wristbank/core/cash/Stockings"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { callerAt } from "./CallerAt.ts"

export const CashRegisterHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "till-registers",
  Effect.fnUntraced(function*(handlers) {
    const { at, atEvent, managing } = yield* callerAt
    const cashiers = yield* Cashiers
    const manage = managing("till")
    const registers = yield* CashRegisters
    const stockings = yield* Stockings
    const transfers = yield* RegisterTransfers
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(
          Effect.flatMap(at(query.node_id), (caller) => registers.list(placeOf(caller))),
          toNormalisedList
        ),
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => registers.find(placeOf(caller), params.register_id)),
      create: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => registers.create(caller, payload)),
      update: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => registers.rename(caller, params.register_id, payload)),
      remove: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) => registers.remove(caller, params.register_id)),
          true as const
        ),
      transfer: ({ payload, query }) =>
        Effect.flatMap(atEvent(query.node_id, { write: true }), (caller) => transfers.atOffice(caller, payload)),
      shifts: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) =>
          Effect.map(
            Effect.flatMap(
              registers.find(placeOf(caller), params.register_id),
              (register) => cashiers.ofRegister(caller, register)
            ),
            toNormalisedList
          )),
      listStockings: ({ query }) =>
        Effect.map(
          Effect.flatMap(at(query.node_id), (caller) => stockings.list(placeOf(caller))),
          toNormalisedList
        ),
      createStocking: ({ payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => stockings.create(caller, payload)),
      updateStocking: ({ params, payload, query }) =>
        Effect.flatMap(manage(query.node_id), (caller) => stockings.update(caller, params.stocking_id, payload)),
      removeStocking: ({ params, query }) =>
        Effect.as(
          Effect.flatMap(manage(query.node_id), (caller) => stockings.remove(caller, params.stocking_id)),
          null
        )
    })
  })
)
