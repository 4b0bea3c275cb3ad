import { Effect, Layer } from "effect"
import { AdministrationApi } from "../api/administration/AdministrationApi.ts"
import { AccountHandlers } from "./administration/AccountHandlers.ts"
import { AuthHandlers } from "./administration/AuthHandlers.ts"
import { CashierHandlers } from "./administration/CashierHandlers.ts"
import { CashRegisterHandlers } from "./administration/CashRegisterHandlers.ts"
import { CatalogueHandlers } from "./administration/CatalogueHandlers.ts"
import { ConfigHandlers } from "./administration/ConfigHandlers.ts"
import { CustomerHandlers } from "./administration/CustomerHandlers.ts"
import { DeviceHandlers } from "./administration/DeviceHandlers.ts"
import { EventFileHandlers } from "./administration/EventFileHandlers.ts"
import { FiscalHandlers } from "./administration/FiscalHandlers.ts"
import { MailHandlers } from "./administration/MailHandlers.ts"
import { MediaHandlers } from "./administration/MediaHandlers.ts"
import { OrderHandlers } from "./administration/OrderHandlers.ts"
import { OverviewHandlers } from "./administration/OverviewHandlers.ts"
import { PayoutHandlers } from "./administration/PayoutHandlers.ts"
import { PresaleHandlers } from "./administration/PresaleHandlers.ts"
import { ReceiptHandlers } from "./administration/ReceiptHandlers.ts"
import { ReportHandlers } from "./administration/ReportHandlers.ts"
import { SecondFactorHandlers } from "./administration/SecondFactorHandlers.ts"
import { signInGuard } from "./administration/SignInGuard.ts"
import { StatsHandlers } from "./administration/StatsHandlers.ts"
import { SumUpHandlers } from "./administration/SumUpHandlers.ts"
import { TerminalHandlers } from "./administration/TerminalHandlers.ts"
import { TillHandlers } from "./administration/TillHandlers.ts"
import { TransactionHandlers } from "./administration/TransactionHandlers.ts"
import { TreeHandlers } from "./administration/TreeHandlers.ts"
import { TseHandlers } from "./administration/TseHandlers.ts"
import { UserHandlers } from "./administration/UserHandlers.ts"
import { UserTagHandlers } from "./administration/UserTagHandlers.ts"
import { groupHandlers } from "./RequestServices.ts"
import { systemCalls } from "./SystemCalls.ts"

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
