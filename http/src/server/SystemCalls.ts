import { Readiness } from "@wristbank/core/sql/Readiness"
import { Effect } from "effect"

/** Handlers of the system calls: whether the process runs, and whether its calls would succeed. */
export const systemCalls = Effect.map(Readiness, ({ check }) => ({
  health: () => Effect.succeed({ status: "healthy" as const }),
  ready: () => Effect.as(check, { status: "ready" as const })
}))
