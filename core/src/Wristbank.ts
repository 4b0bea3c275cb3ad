import { Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { CardAuthorisations } from "./card/CardAuthorisations.ts"
import { CardLists } from "./card/CardLists.ts"
import { CardMerchants } from "./card/CardMerchants.ts"
import { CardTokens } from "./card/CardTokens.ts"
import { ReconciliationDayRepository } from "./card/ReconciliationDayRepository.ts"
import { ReconciliationRepository } from "./card/ReconciliationRepository.ts"
import { Reconciliations } from "./card/Reconciliations.ts"
import * as SumUp from "./card/SumUp.ts"
import { CashChanges } from "./cash/CashChanges.ts"
import { Cashiers } from "./cash/Cashiers.ts"
import { CashRegisters } from "./cash/CashRegisters.ts"
import { CloseOuts } from "./cash/CloseOuts.ts"
import { RegisterTransfers } from "./cash/RegisterTransfers.ts"
import { Stockings } from "./cash/Stockings.ts"
import { StockUps } from "./cash/StockUps.ts"
import { ButtonPictures } from "./event/ButtonPictures.ts"
import { CatalogueVersions } from "./event/CatalogueVersions.ts"
import { EventConfigurationRepository } from "./event/EventConfigurationRepository.ts"
import { EventConfigurations } from "./event/EventConfigurations.ts"
import { EventDefaults } from "./event/EventDefaults.ts"
import { EventDesigns } from "./event/EventDesigns.ts"
import { EventRepository } from "./event/EventRepository.ts"
import { Events } from "./event/Events.ts"
import { ListedPrices } from "./event/ListedPrices.ts"
import { Nodes } from "./event/Nodes.ts"
import { PriceLists } from "./event/PriceLists.ts"
import { ProductCategories } from "./event/ProductCategories.ts"
import { ProductRepository } from "./event/ProductRepository.ts"
import { Products } from "./event/Products.ts"
import { ProductVersions } from "./event/ProductVersions.ts"
import { SoldOuts } from "./event/SoldOuts.ts"
import { TaxRates } from "./event/TaxRates.ts"
import { TaxRateVersions } from "./event/TaxRateVersions.ts"
import { Tickets } from "./event/Tickets.ts"
import { TicketVersions } from "./event/TicketVersions.ts"
import { TillButtons } from "./event/TillButtons.ts"
import { TillLayouts } from "./event/TillLayouts.ts"
import { TillProfiles } from "./event/TillProfiles.ts"
import { UserTagVariantRepository } from "./event/UserTagVariantRepository.ts"
import { UserTagVariants } from "./event/UserTagVariants.ts"
import { EventCopies } from "./eventfile/EventCopies.ts"
import { EventFiles } from "./eventfile/EventFiles.ts"
import { CloseOutProtocols } from "./fiscal/CloseOutProtocols.ts"
import { EventFiscalSettings } from "./fiscal/EventFiscalSettings.ts"
import { ExportDownloads } from "./fiscal/ExportDownloads.ts"
import { FiscalSettingsRepository } from "./fiscal/FiscalSettingsRepository.ts"
import { Receipts } from "./fiscal/Receipts.ts"
import { TillClosings } from "./fiscal/TillClosings.ts"
import { TillReports } from "./fiscal/TillReports.ts"
import { TillTseRepository } from "./fiscal/TillTseRepository.ts"
import { TseOperations } from "./fiscal/TseOperations.ts"
import { TseRepository } from "./fiscal/TseRepository.ts"
import { Tses } from "./fiscal/Tses.ts"
import { Accounts } from "./guest/Accounts.ts"
import { Corrections } from "./guest/Corrections.ts"
import { CustomerHistories } from "./guest/CustomerHistories.ts"
import { Customers } from "./guest/Customers.ts"
import { CustomerSessions } from "./guest/CustomerSessions.ts"
import { GuestAccounts } from "./guest/GuestAccounts.ts"
import { PayoutPreferences } from "./guest/PayoutPreferences.ts"
import { PortalConfigs } from "./guest/PortalConfigs.ts"
import { PortalHosts } from "./guest/PortalHosts.ts"
import { TagBlocks } from "./guest/TagBlocks.ts"
import { Transactions } from "./guest/Transactions.ts"
import { Books } from "./journal/Books.ts"
import { RollUp } from "./journal/RollUp.ts"
import { SystemBalances } from "./journal/SystemBalances.ts"
import { MailRepository } from "./mail/MailRepository.ts"
import { Mails } from "./mail/Mails.ts"
import { MailSender } from "./mail/MailSender.ts"
import { MailServers } from "./mail/MailServers.ts"
import { TestMails } from "./mail/TestMails.ts"
import { UnsentMails } from "./mail/UnsentMails.ts"
import { Access } from "./organisation/Access.ts"
import { AuditLogRepository } from "./organisation/AuditLogRepository.ts"
import { AuditLogs } from "./organisation/AuditLogs.ts"
import { Changes } from "./organisation/Changes.ts"
import { ConfigEntries } from "./organisation/ConfigEntries.ts"
import { Installation } from "./organisation/Installation.ts"
import { KnownSenders } from "./organisation/KnownSenders.ts"
import { NodeRepository } from "./organisation/NodeRepository.ts"
import { PasswordChanges } from "./organisation/PasswordChanges.ts"
import { Refusals } from "./organisation/Refusals.ts"
import { RoleAssignments } from "./organisation/RoleAssignments.ts"
import { Roles } from "./organisation/Roles.ts"
import { SecondFactorResets } from "./organisation/SecondFactorResets.ts"
import { SecondFactors } from "./organisation/SecondFactors.ts"
import { Sessions } from "./organisation/Sessions.ts"
import { SignInLimits } from "./organisation/SignInLimits.ts"
import { StoredSecrets } from "./organisation/StoredSecrets.ts"
import { TokenLookups } from "./organisation/TokenLookups.ts"
import { UserRepository } from "./organisation/UserRepository.ts"
import { Users } from "./organisation/Users.ts"
import { Checklists } from "./overview/Checklists.ts"
import { Doctor } from "./overview/Doctor.ts"
import { EventEnds } from "./overview/EventEnds.ts"
import { EventStatuses } from "./overview/EventStatuses.ts"
import { Search } from "./overview/Search.ts"
import { LeftOutCustomers } from "./payout/LeftOutCustomers.ts"
import { PayoutFiles } from "./payout/PayoutFiles.ts"
import { PayoutRuns } from "./payout/PayoutRuns.ts"
import { PresaleCases } from "./presale/PresaleCases.ts"
import { PresaleCheckInRepository } from "./presale/PresaleCheckInRepository.ts"
import { PresaleCheckIns } from "./presale/PresaleCheckIns.ts"
import { PresaleImports } from "./presale/PresaleImports.ts"
import { PresaleReadings } from "./presale/PresaleReadings.ts"
import { PresaleScans } from "./presale/PresaleScans.ts"
import { PresaleSettings } from "./presale/PresaleSettings.ts"
import { PresaleShops } from "./presale/PresaleShops.ts"
import { PresaleStatuses } from "./presale/PresaleStatuses.ts"
import { PresaleTickets } from "./presale/PresaleTickets.ts"
import { PresaleWebhooks } from "./presale/PresaleWebhooks.ts"
import { PresaleWorker } from "./presale/PresaleWorker.ts"
import { DailyReports } from "./report/DailyReports.ts"
import { DaySeals } from "./report/DaySeals.ts"
import { FlatExports } from "./report/FlatExports.ts"
import { NodeFees } from "./report/NodeFees.ts"
import { PayoutReports } from "./report/PayoutReports.ts"
import { ReportDocuments } from "./report/ReportDocuments.ts"
import { RevenueReports } from "./report/RevenueReports.ts"
import { Statistics } from "./report/Statistics.ts"
import { BookingSummaries } from "./sale/BookingSummaries.ts"
import { Cancels } from "./sale/Cancels.ts"
import { Edits } from "./sale/Edits.ts"
import { Grants } from "./sale/Grants.ts"
import { HeldPayments } from "./sale/HeldPayments.ts"
import * as LateCardPayments from "./sale/LateCardPayments.ts"
import { OnlineTopUps } from "./sale/OnlineTopUps.ts"
import { OrderRepository } from "./sale/OrderRepository.ts"
import { Orders } from "./sale/Orders.ts"
import { PayOuts } from "./sale/PayOuts.ts"
import { PendingOrderRepository } from "./sale/PendingOrderRepository.ts"
import { PendingOrders } from "./sale/PendingOrders.ts"
import { PendingOrderSweeps } from "./sale/PendingOrderSweeps.ts"
import { Sales } from "./sale/Sales.ts"
import { TerminalCustomers } from "./sale/TerminalCustomers.ts"
import { TicketSales } from "./sale/TicketSales.ts"
import { TopUps } from "./sale/TopUps.ts"
import { UnverifiedPayments } from "./sale/UnverifiedPayments.ts"
import { BaseCopyWatch } from "./sql/BaseCopies.ts"
import { LogCopyWatch } from "./sql/LogCopies.ts"
import { Availabilities } from "./till/Availabilities.ts"
import { DeviceReadings } from "./till/DeviceReadings.ts"
import * as Headwind from "./till/Headwind.ts"
import { ManagedDevices } from "./till/ManagedDevices.ts"
import { NodeArchives } from "./till/NodeArchives.ts"
import { SignIns } from "./till/SignIns.ts"
import { SiteMaps } from "./till/SiteMaps.ts"
import { TagChips } from "./till/TagChips.ts"
import { TagSwitches } from "./till/TagSwitches.ts"
import { TerminalConfigs } from "./till/TerminalConfigs.ts"
import { TerminalGuard } from "./till/TerminalGuard.ts"
import { TerminalHeartbeats } from "./till/TerminalHeartbeats.ts"
import { Terminals } from "./till/Terminals.ts"
import { TerminalSessionRepository } from "./till/TerminalSessionRepository.ts"
import { TerminalUsers } from "./till/TerminalUsers.ts"
import { TillClosingRepository } from "./till/TillClosingRepository.ts"
import { Tills } from "./till/Tills.ts"
import { AccountRepository } from "./wristband/AccountRepository.ts"
import { TicketVouchers } from "./wristband/TicketVouchers.ts"
import { UserChanges } from "./wristband/UserChanges.ts"
import { UserTags } from "./wristband/UserTags.ts"
import { UserTagSecrets } from "./wristband/UserTagSecrets.ts"

const organisation = Layer.mergeAll(
  Access.layer,
  AuditLogs.layer,
  Changes.layer,
  ConfigEntries.layer,
  Installation.layer,
  KnownSenders.layer,
  PasswordChanges.layer,
  Refusals.layer,
  RoleAssignments.layer,
  Roles.layer,
  SecondFactorResets.layer,
  SecondFactors.layer,
  Sessions.layer,
  SignInLimits.layer,
  StoredSecrets.layer,
  TokenLookups.layer,
  Users.layer
)

const event = Layer.mergeAll(
  ButtonPictures.layer,
  EventConfigurations.layer,
  EventDefaults.layer,
  EventDesigns.layer,
  Events.layer,
  Nodes.layer,
  ListedPrices.layer,
  PriceLists.layer,
  ProductCategories.layer,
  Products.layer,
  CatalogueVersions.layer,
  ProductVersions.layer,
  SoldOuts.layer,
  TaxRates.layer,
  TaxRateVersions.layer,
  Tickets.layer,
  TicketVersions.layer,
  TillButtons.layer,
  TillLayouts.layer,
  TillProfiles.layer,
  UserTagVariants.layer
)

const wristband = Layer.mergeAll(TicketVouchers.layer, UserChanges.layer, UserTagSecrets.layer, UserTags.layer)

const mail = Layer.mergeAll(Mails.layer, MailSender.layer, MailServers.layer, TestMails.layer, UnsentMails.layer)

const journal = Layer.mergeAll(Books.layer, RollUp.layer, SystemBalances.layer)

const card = Layer.mergeAll(
  CardAuthorisations.layer,
  CardLists.layer,
  CardMerchants.layer,
  CardTokens.layer,
  Reconciliations.layer
)

const till = Layer.mergeAll(
  DeviceReadings.layer,
  ManagedDevices.layer,
  NodeArchives.layer,
  SignIns.layer,
  SiteMaps.layer,
  TagChips.layer,
  TagSwitches.layer,
  TerminalConfigs.layer,
  Availabilities.layer,
  TerminalGuard.layer,
  TerminalHeartbeats.layer,
  Terminals.layer,
  TerminalUsers.layer,
  Tills.layer
)

const sale = Layer.mergeAll(
  BookingSummaries.layer,
  Cancels.layer,
  Edits.layer,
  Grants.layer,
  HeldPayments.layer,
  OnlineTopUps.layer,
  Orders.layer,
  PayOuts.layer,
  PendingOrders.layer,
  PendingOrderSweeps.layer,
  Sales.layer,
  TerminalCustomers.layer,
  TicketSales.layer,
  TopUps.layer,
  UnverifiedPayments.layer
)

const cash = Layer.mergeAll(
  CashChanges.layer,
  CashRegisters.layer,
  Cashiers.layer,
  CloseOuts.layer,
  RegisterTransfers.layer,
  Stockings.layer,
  StockUps.layer
)

const presale = Layer.mergeAll(
  PresaleCases.layer,
  PresaleCheckIns.layer,
  PresaleImports.layer,
  PresaleReadings.layer,
  PresaleScans.layer,
  PresaleSettings.layer,
  PresaleShops.layer,
  PresaleStatuses.layer,
  PresaleTickets.layer,
  PresaleWebhooks.layer,
  PresaleWorker.layer
)

const fiscal = Layer.mergeAll(
  CloseOutProtocols.layer,
  EventFiscalSettings.layer,
  ExportDownloads.layer,
  Receipts.layer,
  TillClosings.layer,
  TillReports.layer,
  TseOperations.layer,
  Tses.layer
)

const payout = Layer.mergeAll(LeftOutCustomers.layer, PayoutFiles.layer, PayoutRuns.layer)

const guest = Layer.mergeAll(
  Accounts.layer,
  Corrections.layer,
  CustomerHistories.layer,
  Customers.layer,
  CustomerSessions.layer,
  GuestAccounts.layer,
  PayoutPreferences.layer,
  PortalConfigs.layer,
  PortalHosts.layer,
  TagBlocks.layer,
  Transactions.layer
)

const report = Layer.mergeAll(
  DailyReports.layer,
  DaySeals.layer,
  FlatExports.layer,
  NodeFees.layer,
  PayoutReports.layer,
  ReportDocuments.layer,
  RevenueReports.layer,
  Statistics.layer
)

const overview = Layer.mergeAll(Checklists.layer, Doctor.layer, EventEnds.layer, EventStatuses.layer, Search.layer)

const eventfile = Layer.mergeAll(EventCopies.layer, EventFiles.layer)

const sql = Layer.mergeAll(BaseCopyWatch.layer, LogCopyWatch.layer)

/** The rows that programs read without a service. */
const repositories = Layer.mergeAll(
  AccountRepository.layer,
  AuditLogRepository.layer,
  EventConfigurationRepository.layer,
  EventRepository.layer,
  FiscalSettingsRepository.layer,
  MailRepository.layer,
  NodeRepository.layer,
  OrderRepository.layer,
  PendingOrderRepository.layer,
  ProductRepository.layer,
  ReconciliationDayRepository.layer,
  ReconciliationRepository.layer,
  TerminalSessionRepository.layer,
  TillClosingRepository.layer,
  TseRepository.layer,
  TillTseRepository.layer,
  UserRepository.layer,
  UserTagVariantRepository.layer,
  PresaleCheckInRepository.layer
)

/** The card provider over HTTP, what it reports late about orders, and device managements. */
const providers = Layer.mergeAll(
  Layer.provide(SumUp.layer, FetchHttpClient.layer),
  LateCardPayments.layer,
  Headwind.layer
)

/**
 * Every service. They need what differs by program: a database (`PgClient`, `SqlClient`, `AnonymousCalls`), the `Configuration`,
 * `Secrets`, and the connections to mail servers, ticket shops and device managements.
 */
export const layer = Layer.mergeAll(
  organisation,
  event,
  wristband,
  mail,
  journal,
  card,
  till,
  sale,
  cash,
  presale,
  fiscal,
  payout,
  guest,
  report,
  overview,
  eventfile,
  sql,
  repositories
).pipe(Layer.provideMerge(providers))
