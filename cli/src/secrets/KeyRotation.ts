import { Configuration } from "@wristbank/core/base/Configuration"
import { secretsOf } from "@wristbank/core/organisation/Secrets"
import { StoredSecrets } from "@wristbank/core/organisation/StoredSecrets"
import * as Database from "@wristbank/core/sql/Database"
import { Effect, Layer, Option } from "effect"
import { systemAccount } from "../flags/CallerFlags.ts"
import { migratedDatabase, ownMigratedDatabase } from "../postgres/DatabaseServer.ts"
import { ensureSecretKeys, forgetPreviousKey, replaceKeyFile } from "./SecretKey.ts"

/**
 * Seals all stored secrets with the current key; a key in the data folder is replaced first. Returns the number of secrets.
 */
export const rotate = Effect.gen(function*() {
  const { dataDir, secretKey } = yield* Configuration
  const isConfigured = Option.isSome(secretKey)
  // A running `wristbank up` has the old key in memory and could read no secret any more.
  const { url } = yield* isConfigured ? migratedDatabase : ownMigratedDatabase
  const services = yield* Layer.build(Layer.provide(StoredSecrets.layer, Database.layer({ url, connections: 2 })))
  return yield* Effect.provideContext(isConfigured ? reseal : resealWithNewFile(dataDir), services)
})

const keptSecrets = Effect.flatMap(ensureSecretKeys, (keys) => secretsOf(keys.secretKey, keys.previousSecretKeys))

const reseal = Effect.gen(function*() {
  const stored = yield* StoredSecrets
  return yield* stored.reseal(Effect.succeed(yield* keptSecrets), systemAccount())
})

// The new key is in its file before it seals anything, and the old one stays until nothing is sealed with it. Wherever this
// is interrupted, the next start finds every key it needs.
const resealWithNewFile = Effect.fnUntraced(function*(dataDir: string) {
  const stored = yield* StoredSecrets
  yield* stored.checkAll(yield* keptSecrets)
  const configuration = yield* Configuration
  const renewed = Effect.provideService(
    Effect.andThen(replaceKeyFile(dataDir), keptSecrets),
    Configuration,
    configuration
  )
  const count = yield* stored.reseal(renewed, systemAccount())
  yield* forgetPreviousKey(dataDir)
  return count
})
