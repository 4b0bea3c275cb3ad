import { Effect } from "effect"
import { demoCards } from "./DemoCards.ts"
import { startDevice } from "./DemoDevice.ts"

/** The stand-ins of the demo festival for card provider and signing device; each runs until the scope closes. */
export const standIns = Effect.all({ cards: demoCards, device: startDevice })

/** `undefined` when there is none, because the database holds other events or a provider is configured. */
export type StandIns = Partial<Effect.Success<typeof standIns>>
