import { createHash, timingSafeEqual } from "node:crypto"

/** Days for which a device is known after a sign-in with it. */
export const deviceDays = 180

/** Makes an HMAC with the installation's key (`Secrets.fingerprint`). */
type Fingerprint = (text: string) => Uint8Array

/** A short name for a login that reveals nothing of it: devices of several users have a token for each. */
export const tagOf = (login: string): string => createHash("sha256").update(login).digest("hex").slice(0, 16)

const form = /^(\d{1,12})\.([\w-]{43})\.([\w-]{43})$/

const proofOf = (fingerprint: Fingerprint, tag: string, issuedAt: string, id: string) =>
  fingerprint(`known device ${tag} ${issuedAt} ${id}`)

/**
 * The token by which a device shows that someone with the login of this tag signed in with it (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies"). It opens nothing: its guesses count apart from those of strangers. `now` in
 * milliseconds, `id` is a random token.
 */
export const deviceToken = (fingerprint: Fingerprint, tag: string, id: string, now: number): string => {
  const issuedAt = String(Math.floor(now / 1000))
  return `${issuedAt}.${id}.${Buffer.from(proofOf(fingerprint, tag, issuedAt, id)).toString("base64url")}`
}

/** The id of the device with this token for a tag; undefined for a token that is forged, too old or for another login. */
export const deviceIn = (fingerprint: Fingerprint, tag: string, token: string, now: number): string | undefined => {
  const [, issuedAt = "", id = "", shown = ""] = form.exec(token) ?? []
  const age = Math.floor(now / 1000) - Number(issuedAt)
  if (id === "" || age < 0 || age > deviceDays * 86_400) return undefined
  const proof = Buffer.from(shown, "base64url")
  const expected = proofOf(fingerprint, tag, issuedAt, id)
  return proof.length === expected.length && timingSafeEqual(proof, expected) ? id : undefined
}
