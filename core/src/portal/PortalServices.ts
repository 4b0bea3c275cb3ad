import { Layer } from "effect"
import { OrderRepository } from "../order/OrderRepository.ts"
import { CustomerRepository } from "../tag/CustomerRepository.ts"
import { GuestAccounts } from "./GuestAccounts.ts"
import { GuestPayoutRepository } from "./GuestPayoutRepository.ts"
import { PayoutWishes } from "./PayoutWishes.ts"
import { PayoutWishRepository } from "./PayoutWishRepository.ts"
import { PortalConfigs } from "./PortalConfigs.ts"

const repositories = Layer.mergeAll(
  CustomerRepository.layer,
  GuestPayoutRepository.layer,
  OrderRepository.layer,
  PayoutWishRepository.layer
)

/** The services of this room; they need those of `organisation` and mail. */
export const layer = Layer.mergeAll(GuestAccounts.layer, PayoutWishes.layer, PortalConfigs.layer).pipe(
  Layer.provide(repositories)
)
