import { Layer } from "effect"
import { Accounts } from "../account/Accounts.ts"
import { Corrections } from "../account/Corrections.ts"
import { CustomerHistories } from "../account/CustomerHistories.ts"
import { CustomerHistoryRepository } from "../account/CustomerHistoryRepository.ts"
import { CustomerRepository } from "../account/CustomerRepository.ts"
import { Customers } from "../account/Customers.ts"
import { SystemBalances } from "../doctor/SystemBalances.ts"
import { OrderRepository } from "../order/OrderRepository.ts"
import { PayoutRunRepository } from "../payout/PayoutRunRepository.ts"
import { AccountRepository } from "../tag/AccountRepository.ts"
import { AccountTagRepository } from "../tag/AccountTagRepository.ts"
import { TicketVoucherRepository } from "../tag/TicketVoucherRepository.ts"
import { TicketVouchers } from "../tag/TicketVouchers.ts"
import { UserTagRepository } from "../tag/UserTagRepository.ts"
import { UserTags } from "../tag/UserTags.ts"
import { UserTagSecretRepository } from "../tag/UserTagSecretRepository.ts"
import { UserTagSecrets } from "../tag/UserTagSecrets.ts"

const repositories = Layer.mergeAll(
  AccountTagRepository.layer,
  CustomerHistoryRepository.layer,
  CustomerRepository.layer,
  OrderRepository.layer,
  SystemBalances.layer,
  TicketVoucherRepository.layer,
  UserTagRepository.layer,
  UserTagSecretRepository.layer
).pipe(Layer.provideMerge(Layer.merge(AccountRepository.layer, PayoutRunRepository.layer)))

/** The services of this room; they need those of `organisation` and the ledger's store. */
export const layer = Layer.mergeAll(
  Accounts.layer,
  Corrections.layer,
  Layer.provideMerge(CustomerHistories.layer, Customers.layer),
  TicketVouchers.layer,
  UserTags.layer,
  UserTagSecrets.layer
).pipe(Layer.provide(repositories))
