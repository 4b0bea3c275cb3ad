import { Layer } from "effect"
import { Accounts } from "../guest/Accounts.ts"
import { Corrections } from "../guest/Corrections.ts"
import { CustomerHistories } from "../guest/CustomerHistories.ts"
import { CustomerHistoryRepository } from "../guest/CustomerHistoryRepository.ts"
import { CustomerRepository } from "../guest/CustomerRepository.ts"
import { Customers } from "../guest/Customers.ts"
import { SystemBalances } from "../journal/SystemBalances.ts"
import { PayoutRunRepository } from "../payout/PayoutRunRepository.ts"
import { OrderRepository } from "../sale/OrderRepository.ts"
import { AccountRepository } from "../wristband/AccountRepository.ts"
import { AccountTagRepository } from "../wristband/AccountTagRepository.ts"
import { TicketVoucherRepository } from "../wristband/TicketVoucherRepository.ts"
import { TicketVouchers } from "../wristband/TicketVouchers.ts"
import { UserTagRepository } from "../wristband/UserTagRepository.ts"
import { UserTags } from "../wristband/UserTags.ts"
import { UserTagSecretRepository } from "../wristband/UserTagSecretRepository.ts"
import { UserTagSecrets } from "../wristband/UserTagSecrets.ts"

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
