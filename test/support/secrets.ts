import { Secrets, secretsOf } from "@wristbank/core/organisation/Secrets"
import { Effect, Layer, Redacted } from "effect"

/** Encrypts the secrets that the tests store. */
export const secretKey = "a key of the tests that has 32 characters or more"

/**
 * Secrets sealed with the key of the tests. Deriving the key takes a tenth of a second on purpose, so that is done once for
 * all files that a process runs.
 */
export const secretsLayer = Layer.effect(Secrets, Effect.runSync(Effect.cached(secretsOf(Redacted.make(secretKey)))))
