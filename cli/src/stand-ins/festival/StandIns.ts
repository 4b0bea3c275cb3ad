import { Effect } from "effect"
import { demoCards } from "./DemoCards.ts"
import { startDevice } from "./DemoDevice.ts"

/** What the demo festival has in place of a card provider and of a signing device; each runs until the scope closes. */
export const standIns = Effect.all({ cards: demoCards, device: startDevice })

/** Undefined: there is none, as the database holds other events or a provider is configured. */
export type StandIns = Partial<Effect.Success<typeof standIns>>
