import { Effect } from "effect"
import { always, type ValidCalls } from "./ValidCall.ts"

/** The tickets of the presale. */
export const presaleCalls = Effect.sync((): ValidCalls => ({
  "GET /tickets/external-tickets": always(),
  "GET /tickets/stats/presale": always()
}))
