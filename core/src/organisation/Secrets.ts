import { Context, Data, Effect, Layer, Redacted, Result } from "effect"
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from "node:crypto"
import { InvalidArgument } from "../base/Refusal.ts"
import type { SecretLocation } from "./SecretLocation.ts"
import { secretRules } from "./SecretRules.ts"

/** A stored secret can't be read: it was sealed with another key or for another location, or its text was changed. */
export class SecretUnreadable extends Data.TaggedError("SecretUnreadable")<{ readonly location: SecretLocation }> {
  override readonly message = `The stored secret ${this.location} can't be read with the configured secret key`
}

/** The refusal of a call that needs a secret which can't be read. It names the secret, and nothing of it. */
export const unreadable = ({ location }: SecretUnreadable): InvalidArgument =>
  InvalidArgument.of(secretRules.secret_unreadable, { secret: location.split(" ", 1)[0]! })

/** A decrypted secret, and whether it was sealed with the current key. */
export interface OpenedSecret {
  readonly text: string
  readonly isCurrent: boolean
}

/**
 * Encrypts secrets for storage (AES-256-GCM) with the installation's key, and decrypts them. A sealed secret is bound
 * to its location: an attacker with write access to the database can't move it to a location from which it would be sent
 * elsewhere.
 */
export class Secrets extends Context.Service<Secrets, {
  /** Encrypts a text for storage at the location. */
  readonly seal: (location: SecretLocation, text: string) => string
  /** Decrypts a text that was sealed for the location; dies with `SecretUnreadable` otherwise. */
  readonly open: (location: SecretLocation, sealed: string) => Effect.Effect<string>
  /** As `open`, for callers that can continue without the text. */
  readonly read: (location: SecretLocation, sealed: string) => Result.Result<OpenedSecret, SecretUnreadable>
  /** A text's fingerprint (HMAC-SHA-256): it identifies the text and reveals nothing about it without the key. */
  readonly fingerprint: (text: string) => Uint8Array
}>()("core/Secrets") {
  /** Encrypts with the key; decrypts texts sealed with it or with one of the previous keys. */
  static readonly layerOf = (key: Redacted.Redacted, previous: ReadonlyArray<Redacted.Redacted> = []) =>
    Layer.effect(Secrets, secretsOf(key, previous))
}

/** Makes the service itself, for callers that need a second one. */
export const secretsOf = Effect.fnUntraced(
  function*(key: Redacted.Redacted, previous: ReadonlyArray<Redacted.Redacted> = []) {
    const current = yield* stretch(key)
    const keys = [current, ...yield* Effect.forEach(previous, stretch)]
    const readAny = read(keys)
    return Secrets.of({
      seal: seal(current),
      open: (location, sealed) =>
        Effect.suspend(() =>
          Effect.orDie(Effect.fromResult(Result.map(readAny(location, sealed), ({ text }) => text)))
        ),
      read: readAny,
      fingerprint: fingerprint(current)
    })
  }
)

const salt = "wristbank stored secrets"

/** Derives 32 bytes from any text. The 2^15 rounds cost an attacker 32 MiB and about a tenth of a second per guess. */
const stretch = (key: Redacted.Redacted): Effect.Effect<Buffer> =>
  Effect.callback((resume) =>
    scrypt(
      Redacted.value(key),
      salt,
      32,
      { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 },
      (error, stretched) => resume(error === null ? Effect.succeed(stretched) : Effect.die(error))
    )
  )

const fingerprint = (key: Buffer) => {
  // A separate key, as a key should serve one purpose only.
  const own = createHmac("sha256", key).update("wristbank fingerprints").digest()
  return (text: string): Uint8Array => createHmac("sha256", own).update(text, "utf8").digest()
}

const nonceBytes = 12
const tagBytes = 16

// Begins each sealed secret and says how it was sealed. base64url contains no full stop, so it can't be part of the rest.
const formMark = "2."

const seal = (key: Buffer) => (location: SecretLocation, text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(location, "utf8"))
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return formMark + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url")
}

const read = (keys: ReadonlyArray<Buffer>) => (location: SecretLocation, sealed: string) => {
  const bytes = Buffer.from(sealed.startsWith(formMark) ? sealed.slice(formMark.length) : "", "base64url")
  for (const [at, key] of keys.entries()) {
    const text = decrypt(key, bytes, location)
    if (text !== null) return Result.succeed<OpenedSecret>({ text, isCurrent: at === 0 })
  }
  return Result.fail(new SecretUnreadable({ location }))
}

/** Null if the key or the location is another one, or the bytes were not sealed by `seal`. */
const decrypt = (key: Buffer, bytes: Buffer, location: SecretLocation): string | null => {
  if (bytes.length < nonceBytes + tagBytes) return null
  const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  cipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  cipher.setAAD(Buffer.from(location, "utf8"))
  const decrypted = cipher.update(bytes.subarray(nonceBytes + tagBytes))
  try {
    return Buffer.concat([decrypted, cipher.final()]).toString("utf8")
  } catch {
    // The authentication tag does not match; the cipher gives no other reason.
    return null
  }
}
