import { Effect } from "effect"
import { demoCards } from "./DemoCards.ts"
import { startDevice } from "./DemoDevice.ts"
import { demoTags } from "./DemoTags.ts"

/**
 * The stand-ins of the demo festival for card provider and signing device, which run until the scope closes, and its tags for
 * tills without a reader.
 */
export const standIns = Effect.all({ cards: demoCards, device: startDevice, tags: demoTags })

/** `undefined` when there is none, because the database holds other events or a provider is configured. */
export type StandIns = Partial<Effect.Success<typeof standIns>>
