import { Effect } from "effect"
import { hash, randomBytes } from "node:crypto"

/** A token for one person or device, and the hash that is stored. */
export interface Token {
  readonly token: string
  readonly hash: Uint8Array
}

/** 256 random bits as base64url. */
export const makeToken: Effect.Effect<Token> = Effect.sync(() => {
  const token = randomBytes(32).toString("base64url")
  return { token, hash: hashToken(token) }
})

/**
 * Hashes a token for storage, as a stolen hash gives no access. The token has enough entropy to need neither salt nor a
 * slow hash.
 */
export const hashToken = (token: string): Uint8Array => hash("sha256", token, "buffer")
