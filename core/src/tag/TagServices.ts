import { Layer } from "effect"
import { Corrections } from "../ledger/Corrections.ts"
import { SystemBalances } from "../ledger/SystemBalances.ts"
import { PayoutRunRepository } from "../payout/PayoutRunRepository.ts"
import { AccountRepository } from "./AccountRepository.ts"
import { Accounts } from "./Accounts.ts"
import { AccountTagRepository } from "./AccountTagRepository.ts"
import { CustomerRepository } from "./CustomerRepository.ts"
import { Customers } from "./Customers.ts"
import { TicketVoucherRepository } from "./TicketVoucherRepository.ts"
import { TicketVouchers } from "./TicketVouchers.ts"
import { UserTagRepository } from "./UserTagRepository.ts"
import { UserTags } from "./UserTags.ts"
import { UserTagSecretRepository } from "./UserTagSecretRepository.ts"
import { UserTagSecrets } from "./UserTagSecrets.ts"

const repositories = Layer.mergeAll(
  AccountTagRepository.layer,
  CustomerRepository.layer,
  SystemBalances.layer,
  TicketVoucherRepository.layer,
  UserTagRepository.layer,
  UserTagSecretRepository.layer
).pipe(Layer.provideMerge(Layer.merge(AccountRepository.layer, PayoutRunRepository.layer)))

/** The services of this room; they need those of `organisation` and the ledger's store. */
export const layer = Layer.mergeAll(
  Accounts.layer,
  Corrections.layer,
  Customers.layer,
  TicketVouchers.layer,
  UserTags.layer,
  UserTagSecrets.layer
).pipe(Layer.provide(repositories))
