import { Effect } from "effect"
import { demoCards } from "./DemoCards.ts"
import { startDevice } from "./DemoDevice.ts"
import { startDeviceManagement } from "./DemoDevices.ts"
import { startShop } from "./DemoShop.ts"
import { demoTags } from "./DemoTags.ts"

/**
 * The stand-ins of the demo festival for card provider, signing device, ticket shop and device management, which run until the
 * scope closes, and its tags for tills without a reader.
 */
export const standIns = Effect.all({
  cards: demoCards,
  device: startDevice,
  deviceManagement: startDeviceManagement,
  shop: startShop,
  tags: demoTags
})

/** `undefined` when there is none, because the database holds other events or a provider is configured. */
export type StandIns = Partial<Effect.Success<typeof standIns>>
