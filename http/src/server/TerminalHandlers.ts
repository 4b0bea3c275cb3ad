import { Effect, Layer } from "effect"
import { TerminalApi } from "../api/terminal/TerminalApi.ts"
import { groupHandlers } from "./RequestServices.ts"
import { systemCalls } from "./SystemCalls.ts"
import { CashRegisterHandlers } from "./terminal/CashRegisterHandlers.ts"
import { ConfigHandlers } from "./terminal/ConfigHandlers.ts"
import { CustomerHandlers } from "./terminal/CustomerHandlers.ts"
import { OrderHandlers } from "./terminal/OrderHandlers.ts"
import { PendingOrderHandlers } from "./terminal/PendingOrderHandlers.ts"
import { RegistrationGuard } from "./terminal/RegistrationGuard.ts"
import { RegistrationHandlers } from "./terminal/RegistrationHandlers.ts"
import { SignInHandlers } from "./terminal/SignInHandlers.ts"
import { StatsHandlers } from "./terminal/StatsHandlers.ts"
import { UserHandlers } from "./terminal/UserHandlers.ts"

const SystemHandlers = groupHandlers(
  TerminalApi,
  "system",
  (handlers) => Effect.map(systemCalls, (calls) => handlers.handleAll(calls))
)

/** The handlers of all groups of the terminal API. */
export const TerminalHandlers = Layer.mergeAll(
  SystemHandlers,
  ConfigHandlers,
  CustomerHandlers,
  OrderHandlers,
  PendingOrderHandlers,
  CashRegisterHandlers,
  RegistrationHandlers,
  SignInHandlers,
  UserHandlers,
  StatsHandlers
).pipe(
  Layer.provide(RegistrationGuard)
)
