import { OnlineTopUps } from "@wristbank/core/order/OnlineTopUps"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { SignedInCustomer } from "../../api/customer/SignedInCustomer.ts"

export const CheckoutHandlers = HttpApiBuilder.group(
  CustomerApi,
  "sumup",
  Effect.fnUntraced(function*(handlers) {
    const topUps = yield* OnlineTopUps
    return handlers.handleAll({
      openCheckouts: () => Effect.flatMap(SignedInCustomer, topUps.open),
      createCheckout: ({ payload }) => Effect.flatMap(SignedInCustomer, (guest) => topUps.create(guest, payload)),
      checkCheckout: ({ payload }) => Effect.flatMap(SignedInCustomer, (guest) => topUps.check(guest, payload)),
      cancelCheckout: ({ payload }) => Effect.flatMap(SignedInCustomer, (guest) => topUps.cancel(guest, payload))
    })
  })
)
