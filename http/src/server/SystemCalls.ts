import { Readiness } from "@wristbank/core/sql/Readiness"
import { Effect } from "effect"

/** What every API answers about itself: that it runs, and whether its calls would succeed. */
export const systemCalls = Effect.map(Readiness, ({ check }) => ({
  health: () => Effect.succeed({ status: "healthy" as const }),
  ready: () => Effect.as(check, { status: "ready" as const })
}))
