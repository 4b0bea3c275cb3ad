import { Effect, Layer } from "effect"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { systemCalls } from "../SystemCalls.ts"
import { AvailabilityHandlers } from "./AvailabilityHandlers.ts"
import { CashRegisterHandlers } from "./CashRegisterHandlers.ts"
import { ConfigHandlers } from "./ConfigHandlers.ts"
import { CustomerHandlers } from "./CustomerHandlers.ts"
import { MediaHandlers } from "./MediaHandlers.ts"
import { OrderHandlers } from "./OrderHandlers.ts"
import { PendingOrderHandlers } from "./PendingOrderHandlers.ts"
import { RegistrationGuard } from "./RegistrationGuard.ts"
import { RegistrationHandlers } from "./RegistrationHandlers.ts"
import { SignInHandlers } from "./SignInHandlers.ts"
import { StatsHandlers } from "./StatsHandlers.ts"
import { UserHandlers } from "./UserHandlers.ts"

const SystemHandlers = groupHandlers(
  TerminalApi,
  "system",
  (handlers) => Effect.map(systemCalls, (calls) => handlers.handleAll(calls))
)

/** The handlers of all groups of the terminal API. */
export const TerminalHandlers = Layer.mergeAll(
  SystemHandlers,
  ConfigHandlers,
  AvailabilityHandlers,
  MediaHandlers,
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
