import { Context, Data, Effect, Layer, Redacted } from "effect"
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from "node:crypto"
import { Configuration, ConfigurationError, variableOf } from "../config/Configuration.ts"

/** A stored secret can't be read with this key: the key was changed, or the text was. */
export class SecretUnreadable extends Data.TaggedError("SecretUnreadable") {
  override readonly message = "A stored secret can't be read with the configured secret key"
}

/** Encrypts secrets before they are stored (AES-256-GCM) and reads them again, with the installation's key. */
export class Secrets extends Context.Service<Secrets, {
  /** The text as it may be stored. */
  readonly seal: (text: string) => string
  /** The text that was sealed; a defect when the key is another one. */
  readonly open: (sealed: string) => Effect.Effect<string>
  /** A text by which another is recognised and that tells nothing of it without the key (HMAC-SHA-256). */
  readonly fingerprint: (text: string) => Uint8Array
}>()("core/Secrets") {
  /** With the key of the configuration, which must be there. */
  static readonly layer = Layer.unwrap(Effect.gen(function*() {
    const { secretKey } = yield* Configuration
    const key = yield* Effect.mapError(
      Effect.fromOption(secretKey),
      () => new ConfigurationError({ message: `There is no secret key: set ${variableOf("secretKey")}` })
    )
    return Secrets.layerOf(key)
  }))

  static readonly layerOf = (key: Redacted.Redacted) =>
    Layer.effect(
      Secrets,
      Effect.map(stretch(key), (stretched) => ({
        seal: seal(stretched),
        open: open(stretched),
        fingerprint: fingerprint(stretched)
      }))
    )
}

const salt = "wristbank stored secrets"

/** Any text becomes 32 bytes; 2^15 rounds cost a guesser 32 MiB and about a tenth of a second per key. */
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
  // A key of its own, as one key is for one purpose.
  const own = createHmac("sha256", key).update("wristbank fingerprints").digest()
  return (text: string): Uint8Array => createHmac("sha256", own).update(text, "utf8").digest()
}

const nonceBytes = 12
const tagBytes = 16

const seal = (key: Buffer) => (text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url")
}

const open = (key: Buffer) => (sealed: string): Effect.Effect<string> =>
  Effect.orDie(Effect.try({
    try: () => {
      const bytes = Buffer.from(sealed, "base64url")
      const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      cipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([cipher.update(bytes.subarray(nonceBytes + tagBytes)), cipher.final()]).toString("utf8")
    },
    catch: () => new SecretUnreadable()
  }))
