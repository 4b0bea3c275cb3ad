import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { Readiness } from "@wristbank/core/sql/Readiness"
import { Effect, Layer } from "effect"

/** For servers without a database: there are no connections to keep strangers away from, and nothing to be ready for. */
export const nobodyApart = Layer.merge(
  Layer.succeed(AnonymousCalls, {
    asAnonymous: (effect) => effect,
    isFull: () => false,
    isUsedUp: () => false,
    asVerified: (effect) => effect
  }),
  Layer.succeed(Readiness, { check: Effect.void })
)
