import { mayManage } from "@wristbank/core/catalogue/Place"
import { Receipts } from "@wristbank/core/fiscal/Receipts"
import { Access } from "@wristbank/core/organisation/Access"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { senderAddress } from "../SenderAddress.ts"
import { standing } from "./Standing.ts"

export const ReceiptHandlers = HttpApiBuilder.group(
  AdministrationApi,
  "receipts",
  Effect.fnUntraced(function*(handlers) {
    const access = yield* Access
    const { atEvent } = yield* standing
    const receipts = yield* Receipts
    return handlers.handleAll({
      bon: Effect.fnUntraced(function*({ params }) {
        const { bon } = yield* receipts.byId(params.order_id, yield* senderAddress)
        return bon
      }),
      testBon: Effect.fnUntraced(function*({ params }) {
        const caller = yield* atEvent(params.node_id)
        yield* access.requireAt(caller, caller.eventId, mayManage)
        return yield* receipts.test(caller.eventId)
      })
    })
  })
)
