import { CashierShiftStats } from "@wristbank/core/cash/Cashier"
import { Cashiers } from "@wristbank/core/cash/Cashiers"
import { CloseOuts } from "@wristbank/core/cash/CloseOuts"
import { CloseOutProtocols } from "@wristbank/core/fiscal/CloseOutProtocols"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { listed } from "../answers/Handler.ts"
import { cutToPage, readAhead } from "../answers/ListPage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

export const CashierHandlers = groupHandlers(
  AdministrationApi,
  "cashiers",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const cashiers = yield* Cashiers
    const closeOuts = yield* CloseOuts
    const protocols = yield* CloseOutProtocols
    return handlers.handleAll({
      list: listed(reading(cashiers.list)),
      get: reading((caller, { params }) => cashiers.find(caller, params.cashier_id)),
      shifts: listed(reading((caller, { params }) => cashiers.shifts(caller, params.cashier_id))),
      shiftStats: reading(Effect.fnUntraced(function*(caller, { params, query }) {
        const wanted = { cashierId: params.cashier_id, shiftId: query.shift_id ?? null, before: query.as_of ?? null }
        const stats = yield* cashiers.shiftStats(caller, wanted, readAhead(query))
        return new CashierShiftStats({ ...stats, orders: yield* cutToPage(query, stats.orders, ({ id }) => id) })
      })),
      protocol: reading((caller, { params }) => cashiers.protocol(caller, params.cashier_id, params.shift_id)),
      protocolPdf: reading(Effect.fnUntraced(function*(caller, { params: { cashier_id, shift_id }, query: { lang } }) {
        const body = yield* protocols.pdf(caller, cashier_id, shift_id, lang ?? "de")
        return HttpApiSchema.withHeaders({ body, headers: protocolHeaders(shift_id) })
      })),
      closeOut: inEvent({ write: true, objectType: "user" })((caller, { params, payload }) =>
        closeOuts.run(caller, params.cashier_id, payload)
      )
    })
  })
)

/** No one but the caller keeps the protocol, which names people. */
const protocolHeaders = (shiftId: bigint) => ({
  "cache-control": "private, no-store",
  "content-disposition": `inline; filename="close-out-${shiftId}.pdf"`,
  "x-content-type-options": "nosniff"
})
