import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect, Option, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { link, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { ensureSecretFile, isThere } from "./SecretFile.ts"

/** Raised when there is no secret key, or its file can't be read or written. */
class SecretKeyError extends Schema.TaggedError<SecretKeyError>()("SecretKeyError", {
  message: Schema.String
}) {}

/** The key that seals secrets, and earlier keys that stored secrets may be sealed with. */
export interface SecretKeys {
  readonly secretKey: Redacted.Redacted
  readonly previousSecretKeys: ReadonlyArray<Redacted.Redacted>
}

/** The configured keys, or those in the data folder. The first start makes one there (256 random bits). */
export const ensureSecretKeys = Effect.gen(function*() {
  const { dataDir, previousSecretKey, secretKey } = yield* Configuration
  const configured = Option.toArray(previousSecretKey)
  if (Option.isSome(secretKey)) return { secretKey: secretKey.value, previousSecretKeys: configured }
  const { key, previous } = filesIn(dataDir)
  return yield* onFiles(async (): Promise<SecretKeys> => ({
    secretKey: await keyIn(key),
    previousSecretKeys: [...await isThere(previous) ? [await keyIn(previous)] : [], ...configured]
  }))
})

/** The configured secret keys. Servers that share a database must share them, so this makes none. */
export const configuredSecretKeys = Effect.gen(function*() {
  const { previousSecretKey, secretKey } = yield* Configuration
  return yield* Option.match(secretKey, {
    onSome: (found) =>
      Effect.succeed<SecretKeys>({ secretKey: found, previousSecretKeys: Option.toArray(previousSecretKey) }),
    onNone: () =>
      Effect.fail(
        new SecretKeyError({ message: "Set WRISTBANK_SECRET_KEY: the same 32 or more characters for every server" })
      )
  })
})

/**
 * Replaces the key in the data folder. The old one stays beside it, and both can open secrets. If a run was interrupted
 * before `forgetPreviousKey`, its new key is kept and no other is made.
 */
export const replaceKeyFile = (dataDir: string) =>
  onFiles(async () => {
    const { draft, key, previous } = filesIn(dataDir)
    await link(key, previous).catch((error) => error.code === "EEXIST" ? undefined : Promise.reject(error))
    // The two differ, so the key was replaced already.
    if (await textOf(key) !== await textOf(previous)) return
    await ensureSecretFile(draft, newKey)
    await rename(draft, key)
  })

/** Removes the replaced key once no secret is sealed with it. */
export const forgetPreviousKey = (dataDir: string) => onFiles(() => rm(filesIn(dataDir).previous, { force: true }))

const filesIn = (dataDir: string) => {
  const key = join(dataDir, "secret.key")
  return { key, previous: `${key}.previous`, draft: `${key}.next` }
}

const newKey = () => randomBytes(32).toString("base64url")

const keyIn = async (path: string) => {
  const key = await ensureSecretFile(path, newKey)
  if (key.length < 32) throw new Error(`${path} is cut short; restore it from a backup`)
  return Redacted.make(key)
}

const textOf = async (path: string) => (await readFile(path, "utf8")).trim()

const onFiles = <A>(use: () => Promise<A>) =>
  Effect.tryPromise({
    try: use,
    catch: (cause) =>
      new SecretKeyError({
        message: `The secret key is not there: ${
          cause instanceof Error ? cause.message : cause
        }; fix that, or set WRISTBANK_SECRET_KEY`
      })
  })
