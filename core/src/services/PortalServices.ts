import { Layer } from "effect"
import { CustomerRepository } from "../account/CustomerRepository.ts"
import { OrderRepository } from "../order/OrderRepository.ts"
import { GuestAccounts } from "../portal/GuestAccounts.ts"
import { GuestPayoutRepository } from "../portal/GuestPayoutRepository.ts"
import { PayoutPreferenceRepository } from "../portal/PayoutPreferenceRepository.ts"
import { PayoutPreferences } from "../portal/PayoutPreferences.ts"
import { PortalConfigs } from "../portal/PortalConfigs.ts"
import { PortalHosts } from "../portal/PortalHosts.ts"
import { TagBlockRepository } from "../portal/TagBlockRepository.ts"
import { TagBlocks } from "../portal/TagBlocks.ts"

const repositories = Layer.mergeAll(
  CustomerRepository.layer,
  GuestPayoutRepository.layer,
  OrderRepository.layer,
  PayoutPreferenceRepository.layer,
  TagBlockRepository.layer
)

/** The services of this room; they need those of `organisation` and mail. */
export const layer = Layer.mergeAll(
  GuestAccounts.layer,
  PayoutPreferences.layer,
  PortalConfigs.layer,
  PortalHosts.layer,
  TagBlocks.layer
).pipe(Layer.provide(repositories))
