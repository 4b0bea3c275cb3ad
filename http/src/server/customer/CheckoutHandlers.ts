import { OnlineTopUps } from "@wristbank/core/sale/OnlineTopUps"
import { Effect } from "effect"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { asGuest } from "./AsGuest.ts"

export const CheckoutHandlers = groupHandlers(
  CustomerApi,
  "sumup",
  Effect.fnUntraced(function*(handlers) {
    const topUps = yield* OnlineTopUps
    return handlers.handleAll({
      openCheckouts: asGuest(topUps.open),
      createCheckout: asGuest((guest, { payload }) => topUps.create(guest, payload)),
      checkCheckout: asGuest((guest, { payload }) => topUps.check(guest, payload)),
      cancelCheckout: asGuest((guest, { payload }) => topUps.cancel(guest, payload))
    })
  })
)
