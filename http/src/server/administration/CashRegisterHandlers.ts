import { Cashiers } from "@wristbank/core/cash/Cashiers"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { RegisterTransfers } from "@wristbank/core/cash/RegisterTransfers"
import { Stockings } from "@wristbank/core/cash/Stockings"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { type AboutOne, callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"

export const CashRegisterHandlers = groupHandlers(
  AdministrationApi,
  "till-registers",
  Effect.fnUntraced(function*(handlers) {
    const { atNode, inEvent } = yield* callerAt
    const listing = atNode()
    const reading = inEvent()
    const managing = inEvent({ write: true, objectType: "till" })
    const cashiers = yield* Cashiers
    const registers = yield* CashRegisters
    const stockings = yield* Stockings
    const transfers = yield* RegisterTransfers
    const find = (caller: AtEvent, { params }: AboutOne<"register_id">) =>
      registers.find(placeOf(caller), params.register_id)
    const findStocking = (caller: AtEvent, { params }: AboutOne<"stocking_id">) =>
      stockings.find(placeOf(caller), params.stocking_id)
    return handlers.handleAll({
      list: listed(listing((caller) => registers.list(placeOf(caller)))),
      get: reading(find),
      create: managing((caller, { payload }) => registers.create(caller, payload)),
      update: managing(
        ifUnchanged(shown.cashRegister, find)((caller, { params, payload }) =>
          registers.rename(caller, params.register_id, payload)
        )
      ),
      remove: managing((caller, { params }) => Effect.as(registers.remove(caller, params.register_id), true as const)),
      transfer: inEvent({ write: true })((caller, { payload }) => transfers.atOffice(caller, payload)),
      shifts: listed(reading((caller, { params }) =>
        Effect.flatMap(
          registers.find(placeOf(caller), params.register_id),
          (register) => cashiers.ofRegister(caller, register)
        )
      )),
      listStockings: listed(listing((caller) => stockings.list(placeOf(caller)))),
      createStocking: managing((caller, { payload }) => stockings.create(caller, payload)),
      updateStocking: managing(
        ifUnchanged(shown.stocking, findStocking)((caller, { params, payload }) =>
          stockings.update(caller, params.stocking_id, payload)
        )
      ),
      removeStocking: nothing(managing((caller, { params }) => stockings.remove(caller, params.stocking_id)))
    })
  })
)
