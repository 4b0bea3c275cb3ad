import { Effect, Layer } from "effect"
import { CustomerApi } from "../../api/customer/CustomerApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { systemCalls } from "../SystemCalls.ts"
import { CheckoutHandlers } from "./CheckoutHandlers.ts"
import { CustomerAuthHandlers } from "./CustomerAuthHandlers.ts"
import { customerSignInGuard } from "./CustomerSignInGuard.ts"
import { GuestAccountHandlers } from "./GuestAccountHandlers.ts"
import { PortalHandlers } from "./PortalHandlers.ts"

const SystemHandlers = groupHandlers(
  CustomerApi,
  "system",
  (handlers) => Effect.map(systemCalls, (calls) => handlers.handleAll(calls))
)

/** The handlers of all groups of the customer API. */
export const CustomerHandlers = Layer.mergeAll(
  SystemHandlers,
  CustomerAuthHandlers,
  GuestAccountHandlers,
  CheckoutHandlers,
  PortalHandlers
).pipe(
  Layer.provide(customerSignInGuard)
)
