import { CashierShiftStats } from "@wristbank/core/cash/Cashier"
import { Cashiers } from "@wristbank/core/cash/Cashiers"
import { CloseOuts } from "@wristbank/core/cash/CloseOuts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listed } from "../Handler.ts"
import { cutToPage, readAhead } from "../ListPage.ts"
import { callerAt } from "./CallerAt.ts"

export const CashierHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "cashiers",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const cashiers = yield* Cashiers
    const closeOuts = yield* CloseOuts
    return handlers.handleAll({
      list: listed(reading(cashiers.list)),
      get: reading((caller, { params }) => cashiers.find(caller, params.cashier_id)),
      shifts: listed(reading((caller, { params }) => cashiers.shifts(caller, params.cashier_id))),
      shiftStats: reading(Effect.fnUntraced(function*(caller, { params, query }) {
        const stats = yield* cashiers.shiftStats(caller, params.cashier_id, query.shift_id ?? null, readAhead(query))
        return new CashierShiftStats({ ...stats, orders: yield* cutToPage(query, stats.orders, ({ id }) => id) })
      })),
      closeOut: inEvent({ write: true, objectType: "user" })((caller, { params, payload }) =>
        closeOuts.run(caller, params.cashier_id, payload)
      )
    })
  })
)
