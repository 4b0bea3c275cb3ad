import { Effect, Layer } from "effect"
import { CustomerApi } from "../api/customer/CustomerApi.ts"
import { CheckoutHandlers } from "./customer/CheckoutHandlers.ts"
import { CustomerAuthHandlers } from "./customer/CustomerAuthHandlers.ts"
import { customerSignInGuard } from "./customer/CustomerSignInGuard.ts"
import { GuestAccountHandlers } from "./customer/GuestAccountHandlers.ts"
import { PortalHandlers } from "./customer/PortalHandlers.ts"
import { groupHandlers } from "./RequestServices.ts"
import { systemCalls } from "./SystemCalls.ts"

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
