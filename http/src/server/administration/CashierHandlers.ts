import { CashierShiftStats } from "@wristbank/core/cash/Cashier"
import { Cashiers } from "@wristbank/core/cash/Cashiers"
import { CloseOuts } from "@wristbank/core/cash/CloseOuts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { toNormalisedList } from "../../api/NormalisedList.ts"
import { cutToPage, readAhead } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const CashierHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "cashiers",
  Effect.fnUntraced(function*(handlers) {
    const { atEvent } = yield* callerAt
    const cashiers = yield* Cashiers
    const closeOuts = yield* CloseOuts
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.map(
          Effect.flatMap(atEvent(query.node_id), cashiers.list),
          toNormalisedList
        ),
      get: ({ params, query }) =>
        Effect.flatMap(atEvent(query.node_id), (caller) => cashiers.find(caller, params.cashier_id)),
      shifts: ({ params, query }) =>
        Effect.map(
          Effect.flatMap(atEvent(query.node_id), (caller) => cashiers.shifts(caller, params.cashier_id)),
          toNormalisedList
        ),
      shiftStats: ({ params, query }) =>
        Effect.gen(function*() {
          const caller = yield* atEvent(query.node_id)
          const stats = yield* cashiers.shiftStats(caller, params.cashier_id, query.shift_id ?? null, readAhead(query))
          return new CashierShiftStats({ ...stats, orders: yield* cutToPage(query, stats.orders, ({ id }) => id) })
        }),
      closeOut: ({ params, payload, query }) =>
        Effect.flatMap(
          atEvent(query.node_id, { write: true, objectType: "user" }),
          (caller) => closeOuts.run(caller, params.cashier_id, payload)
        )
    })
  })
)
