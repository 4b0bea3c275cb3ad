import { assert, it } from "@effect/vitest"
import { Configuration } from "@wristbank/core/base/Configuration"
import { observability } from "@wristbank/core/base/Observability"
import { Effect, Layer } from "effect"

it.effect("nothing is traced unless a collector is configured", () =>
  Effect.gen(function*() {
    const { sampled } = yield* Effect.withSpan(Effect.currentSpan, "example")
    assert.isFalse(sampled)
  }).pipe(Effect.provide(Layer.provide(observability("1.0"), Configuration.layer({ environment: {} })))))
