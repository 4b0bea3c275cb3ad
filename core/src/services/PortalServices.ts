import { Layer } from "effect"
import { CustomerRepository } from "../guest/CustomerRepository.ts"
import { GuestAccounts } from "../guest/GuestAccounts.ts"
import { GuestPayoutRepository } from "../guest/GuestPayoutRepository.ts"
import { PayoutPreferenceRepository } from "../guest/PayoutPreferenceRepository.ts"
import { PayoutPreferences } from "../guest/PayoutPreferences.ts"
import { PortalConfigs } from "../guest/PortalConfigs.ts"
import { PortalHosts } from "../guest/PortalHosts.ts"
import { TagBlockRepository } from "../guest/TagBlockRepository.ts"
import { TagBlocks } from "../guest/TagBlocks.ts"
import { OrderRepository } from "../sale/OrderRepository.ts"

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
