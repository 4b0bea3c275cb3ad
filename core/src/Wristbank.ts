import { Layer } from "effect"
import { EventConfigurationRepository } from "./event/EventConfigurationRepository.ts"
import { EventConfigurations } from "./event/EventConfigurations.ts"
import { ReceiptRepository } from "./fiscal/ReceiptRepository.ts"
import { Receipts } from "./fiscal/Receipts.ts"
import { CustomerRepository } from "./guest/CustomerRepository.ts"
import { CustomerSessions } from "./guest/CustomerSessions.ts"
import { LedgerStore } from "./journal/LedgerStore.ts"
import { RollUp } from "./journal/RollUp.ts"
import { SystemBalances } from "./journal/SystemBalances.ts"
import { Checklists } from "./overview/Checklists.ts"
import { Doctor } from "./overview/Doctor.ts"
import { EventEnds } from "./overview/EventEnds.ts"
import { EventStatuses } from "./overview/EventStatuses.ts"
import { Search } from "./overview/Search.ts"
import { PayoutRunRepository } from "./payout/PayoutRunRepository.ts"
import { ReportDocuments } from "./report/ReportDocuments.ts"
import { BookingSummaries } from "./sale/BookingSummaries.ts"
import { OrderRepository } from "./sale/OrderRepository.ts"
import * as CardServices from "./services/CardServices.ts"
import * as Catalogue from "./services/Catalogue.ts"
import * as DeviceServices from "./services/DeviceServices.ts"
import * as EventFileServices from "./services/EventFileServices.ts"
import * as FiscalServices from "./services/FiscalServices.ts"
import * as MailServices from "./services/MailServices.ts"
import * as OrderServices from "./services/OrderServices.ts"
import * as Organisation from "./services/Organisation.ts"
import * as PayoutServices from "./services/PayoutServices.ts"
import * as PortalServices from "./services/PortalServices.ts"
import * as PresaleServices from "./services/PresaleServices.ts"
import * as ReportServices from "./services/ReportServices.ts"
import * as TagServices from "./services/TagServices.ts"
import * as TillServices from "./services/TillServices.ts"
import { BaseCopyWatch } from "./sql/BaseCopies.ts"
import { LogCopyWatch } from "./sql/LogCopies.ts"
import { TagChips } from "./till/TagChips.ts"
import { TagSwitches } from "./till/TagSwitches.ts"
import { TerminalConfigs } from "./till/TerminalConfigs.ts"
import { TerminalGuard } from "./till/TerminalGuard.ts"
import { TerminalHeartbeats } from "./till/TerminalHeartbeats.ts"
import { TerminalSessionRepository } from "./till/TerminalSessionRepository.ts"
import { TerminalUsers } from "./till/TerminalUsers.ts"
import { AccountRepository } from "./wristband/AccountRepository.ts"
import { CustomerSessionRepository } from "./wristband/CustomerSessionRepository.ts"

const foundations = Layer.mergeAll(
  EventConfigurations.layer.pipe(Layer.provideMerge(EventConfigurationRepository.layer)),
  LedgerStore.layer,
  BookingSummaries.layer,
  BaseCopyWatch.layer,
  LogCopyWatch.layer,
  RollUp.layer,
  SystemBalances.layer,
  Doctor.layer
)

/** Every service; they need a database (`PgClient`, `SqlClient`, `AnonymousCalls`), `Secrets` and the `Configuration`. */
export const layer = Layer.mergeAll(
  Layer.provideMerge(EventFileServices.layer, Layer.mergeAll(Catalogue.layer, FiscalServices.layer, TagServices.layer)),
  Layer.provide(CustomerSessions.layer, Layer.merge(CustomerRepository.layer, CustomerSessionRepository.layer)),
  PortalServices.layer,
  TagChips.layer,
  TagSwitches.layer,
  TerminalUsers.layer,
  TerminalConfigs.layer,
  PayoutServices.layer,
  DeviceServices.layer,
  PresaleServices.layer,
  ReportDocuments.layer,
  ReportServices.layer,
  Checklists.layer,
  Layer.provide(EventEnds.layer, FiscalServices.layer),
  Search.layer,
  EventStatuses.layer,
  Layer.provideMerge(CardServices.office, OrderServices.layer)
).pipe(
  Layer.provideMerge(TillServices.layer),
  Layer.provideMerge(Layer.provide(Layer.provideMerge(Receipts.layer, ReceiptRepository.layer), OrderRepository.layer)),
  Layer.provideMerge(Layer.merge(AccountRepository.layer, PayoutRunRepository.layer)),
  Layer.provideMerge(Layer.provideMerge(TerminalGuard.layer, TerminalSessionRepository.layer)),
  Layer.provideMerge(TerminalHeartbeats.layer),
  Layer.provideMerge(CardServices.layer),
  Layer.provideMerge(MailServices.layer),
  Layer.provideMerge(Organisation.layer),
  Layer.provideMerge(foundations)
)
