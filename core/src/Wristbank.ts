import { Layer } from "effect"
import * as CardOffice from "./card/CardOffice.ts"
import * as CardServices from "./card/CardServices.ts"
import * as Catalogue from "./catalogue/Catalogue.ts"
import * as FiscalServices from "./fiscal/FiscalServices.ts"
import { ReceiptRepository } from "./fiscal/ReceiptRepository.ts"
import { Receipts } from "./fiscal/Receipts.ts"
import { Doctor } from "./ledger/Doctor.ts"
import { LedgerStore } from "./ledger/LedgerStore.ts"
import { RollUp } from "./ledger/RollUp.ts"
import { SystemBalances } from "./ledger/SystemBalances.ts"
import * as MailServices from "./mail/MailServices.ts"
import { OrderRepository } from "./order/OrderRepository.ts"
import * as OrderServices from "./order/OrderServices.ts"
import { EventConfigurationRepository } from "./organisation/EventConfigurationRepository.ts"
import { EventConfigurations } from "./organisation/EventConfigurations.ts"
import * as Organisation from "./organisation/Organisation.ts"
import { PayoutRunRepository } from "./payout/PayoutRunRepository.ts"
import * as PayoutServices from "./payout/PayoutServices.ts"
import * as PortalServices from "./portal/PortalServices.ts"
import { Statistics } from "./report/Statistics.ts"
import { AccountRepository } from "./tag/AccountRepository.ts"
import { CustomerRepository } from "./tag/CustomerRepository.ts"
import { CustomerSessionRepository } from "./tag/CustomerSessionRepository.ts"
import { CustomerSessions } from "./tag/CustomerSessions.ts"
import * as TagServices from "./tag/TagServices.ts"
import { TagSwitches } from "./tag/TagSwitches.ts"
import { LastSeen } from "./till/LastSeen.ts"
import { TerminalConfigs } from "./till/TerminalConfigs.ts"
import { TerminalGuard } from "./till/TerminalGuard.ts"
import { TerminalUsers } from "./till/TerminalUsers.ts"
import * as TillServices from "./till/TillServices.ts"

const foundations = Layer.mergeAll(
  EventConfigurations.layer.pipe(Layer.provideMerge(EventConfigurationRepository.layer)),
  LedgerStore.layer,
  RollUp.layer,
  SystemBalances.layer,
  Doctor.layer
)

/** Every service; they need a database (`PgClient`, `SqlClient`, `Strangers`), `Secrets` and the `Configuration`. */
export const layer = Layer.mergeAll(
  Catalogue.layer,
  TagServices.layer,
  Layer.provide(CustomerSessions.layer, Layer.merge(CustomerRepository.layer, CustomerSessionRepository.layer)),
  PortalServices.layer,
  TagSwitches.layer,
  TerminalUsers.layer,
  TerminalConfigs.layer,
  PayoutServices.layer,
  FiscalServices.layer,
  Statistics.layer,
  Layer.provideMerge(CardOffice.layer, OrderServices.layer)
).pipe(
  Layer.provideMerge(TillServices.layer),
  Layer.provideMerge(Layer.provide(Layer.provideMerge(Receipts.layer, ReceiptRepository.layer), OrderRepository.layer)),
  Layer.provideMerge(Layer.merge(AccountRepository.layer, PayoutRunRepository.layer)),
  Layer.provideMerge(TerminalGuard.layer),
  Layer.provideMerge(LastSeen.layer),
  Layer.provideMerge(CardServices.layer),
  Layer.provideMerge(MailServices.layer),
  Layer.provideMerge(Organisation.layer),
  Layer.provideMerge(foundations)
)
