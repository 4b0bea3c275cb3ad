import { Effect } from "effect"
import { createHash, randomBytes } from "node:crypto"

/** A token that was made for one person or device, and what is stored of it. */
export interface Token {
  readonly token: string
  readonly hash: Uint8Array
}

/** 256 random bits as base64url. */
export const makeToken: Effect.Effect<Token> = Effect.sync(() => {
  const token = randomBytes(32).toString("base64url")
  return { token, hash: hashToken(token) }
})

/** A stolen table of hashes opens nothing; the token has enough bits to need no salt and no slow hash. */
export const hashToken = (token: string): Uint8Array => createHash("sha256").update(token, "utf8").digest()
