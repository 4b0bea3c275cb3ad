import { Effect } from "effect"
import { demoCards } from "./DemoCards.ts"
import { type SecretFile, startDevice } from "./DemoDevice.ts"
import { startDeviceManagement } from "./DemoDevices.ts"
import { startShop } from "./DemoShop.ts"
import { demoTags } from "./DemoTags.ts"

/**
 * The stand-ins of the demo festival for card provider, signing device, ticket shop and device management, which run until the
 * scope closes, and its tags for tills without a reader. The key of the signing device is kept in a secret file.
 */
export const standIns = (secretFile: SecretFile) =>
  Effect.all({
    cards: demoCards,
    device: startDevice(secretFile),
    deviceManagement: startDeviceManagement,
    shop: startShop,
    tags: demoTags
  })

/** `undefined` when there is none, because the database holds other events or a provider is configured. */
export type StandIns = Partial<Effect.Success<ReturnType<typeof standIns>>>
