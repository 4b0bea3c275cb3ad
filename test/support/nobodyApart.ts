import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { Readiness } from "@wristbank/core/sql/Readiness"
import { Effect, Layer } from "effect"

/** For servers without a database: no connections to keep anonymous callers away from, and always ready. */
export const nobodyApart = Layer.merge(
  Layer.succeed(AnonymousCalls, {
    asAnonymous: (effect) => effect,
    asKnown: (effect) => effect,
    isFull: () => false,
    isUsedUp: () => false,
    countAnswer: () => Effect.void
  }),
  Layer.succeed(Readiness, { check: Effect.void })
)
