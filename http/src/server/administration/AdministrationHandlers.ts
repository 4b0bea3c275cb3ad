import { Effect, Layer } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { systemCalls } from "../SystemCalls.ts"
import { AccountHandlers } from "./AccountHandlers.ts"
import { AuthHandlers } from "./AuthHandlers.ts"
import { CashierHandlers } from "./CashierHandlers.ts"
import { CashRegisterHandlers } from "./CashRegisterHandlers.ts"
import { CatalogueHandlers } from "./CatalogueHandlers.ts"
import { ConfigHandlers } from "./ConfigHandlers.ts"
import { CustomerHandlers } from "./CustomerHandlers.ts"
import { DeviceHandlers } from "./DeviceHandlers.ts"
import { EventFileHandlers } from "./EventFileHandlers.ts"
import { FiscalHandlers } from "./FiscalHandlers.ts"
import { MailHandlers } from "./MailHandlers.ts"
import { MediaHandlers } from "./MediaHandlers.ts"
import { OrderHandlers } from "./OrderHandlers.ts"
import { OverviewHandlers } from "./OverviewHandlers.ts"
import { PayoutHandlers } from "./PayoutHandlers.ts"
import { PresaleHandlers } from "./PresaleHandlers.ts"
import { ReceiptHandlers } from "./ReceiptHandlers.ts"
import { ReportHandlers } from "./ReportHandlers.ts"
import { SecondFactorHandlers } from "./SecondFactorHandlers.ts"
import { signInGuard } from "./SignInGuard.ts"
import { StatsHandlers } from "./StatsHandlers.ts"
import { SumUpHandlers } from "./SumUpHandlers.ts"
import { TerminalHandlers } from "./TerminalHandlers.ts"
import { TillHandlers } from "./TillHandlers.ts"
import { TransactionHandlers } from "./TransactionHandlers.ts"
import { TreeHandlers } from "./TreeHandlers.ts"
import { TseHandlers } from "./TseHandlers.ts"
import { UserHandlers } from "./UserHandlers.ts"
import { UserTagHandlers } from "./UserTagHandlers.ts"

const SystemHandlers = groupHandlers(
  AdministrationApi,
  "system",
  (handlers) => Effect.map(systemCalls, (calls) => handlers.handleAll(calls))
)

/** The handlers of all groups of the administration API. */
export const AdministrationHandlers = Layer.mergeAll(
  SystemHandlers,
  AuthHandlers,
  SecondFactorHandlers,
  ConfigHandlers,
  MediaHandlers,
  TreeHandlers,
  EventFileHandlers,
  CashierHandlers,
  CashRegisterHandlers,
  DeviceHandlers,
  TerminalHandlers,
  TillHandlers,
  UserTagHandlers,
  UserHandlers,
  CatalogueHandlers,
  PresaleHandlers,
  OrderHandlers,
  ReceiptHandlers,
  AccountHandlers,
  CustomerHandlers,
  PayoutHandlers,
  MailHandlers,
  SumUpHandlers,
  StatsHandlers,
  ReportHandlers,
  OverviewHandlers,
  TransactionHandlers,
  TseHandlers,
  FiscalHandlers
).pipe(Layer.provide(signInGuard))
