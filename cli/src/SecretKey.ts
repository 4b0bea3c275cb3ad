import { Configuration } from "@wristbank/core/config/Configuration"
import { Effect, Option, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { keptSecret } from "./KeptSecret.ts"

/** Raised when there is no secret key, or its file can't be read or written. */
export class SecretKeyError extends Schema.TaggedError<SecretKeyError>()("SecretKeyError", {
  message: Schema.String
}) {}

/** The configured secret key, or the one in the data folder, where one is made at the first start (256 random bits). */
export const keptSecretKey = Effect.gen(function*() {
  const { dataDir, secretKey } = yield* Configuration
  return yield* Option.match(secretKey, { onSome: Effect.succeed, onNone: () => ownKey(dataDir) })
})

/** The configured secret key; servers that share a database must share it, so none is made here. */
export const configuredSecretKey = Effect.gen(function*() {
  const { secretKey } = yield* Configuration
  return yield* Effect.mapError(
    Effect.fromOption(secretKey),
    () => new SecretKeyError({ message: "Set WRISTBANK_SECRET_KEY: the same 32 or more characters for every server" })
  )
})

const ownKey = (dataDir: string) =>
  Effect.tryPromise({
    try: async () => {
      const path = join(dataDir, "secret.key")
      const key = await keptSecret(path, () => randomBytes(32).toString("base64url"))
      if (key.length < 32) throw new Error(`${path} is cut short; restore it from a backup`)
      return Redacted.make(key)
    },
    catch: (cause) =>
      new SecretKeyError({ message: `The secret key is not there: ${cause instanceof Error ? cause.message : cause}` })
  })
