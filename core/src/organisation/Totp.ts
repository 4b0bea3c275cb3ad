import { createHmac, timingSafeEqual } from "node:crypto"

/** Seconds for which a code is shown; the default of RFC 6238, as few apps know another. */
const stepSeconds = 30

/** Steps before and after the current one whose codes count, as clocks differ and typing takes time (RFC 6238, section 5.2). */
const tolerance = 1

const digits = 6

/** The secret of a new app, in bytes: as long as a SHA-1 hash (RFC 4226, section 4). */
export const secretBytes = 20

/** The number of the time step at a time (milliseconds since 1970). */
export const stepAt = (now: number): number => Math.floor(now / 1000 / stepSeconds)

/** The code of a time step (RFC 6238 with SHA-1 and 6 digits, truncated as in RFC 4226, section 5.3). */
export const codeOf = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac("sha1", secret).update(counter).digest()
  const offset = hash.at(-1)! & 0x0f
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

/**
 * The time step of a code that counts now (milliseconds since 1970), after the latest step whose code was accepted; undefined if
 * the code is wrong. The caller stores it as the latest step, so a code never counts twice.
 */
export const acceptedStep = (
  { lastStep, secret }: { readonly secret: Uint8Array; readonly lastStep: number },
  code: string,
  now: number
): number | undefined => {
  const shown = Buffer.from(code)
  const current = stepAt(now)
  let accepted: number | undefined
  // All steps are tried, so the time does not show which one fits.
  for (let step = Math.max(0, current - tolerance); step <= current + tolerance; step++) {
    const expected = Buffer.from(codeOf(secret, step))
    const fits = shown.length === expected.length && timingSafeEqual(shown, expected)
    if (fits && step > lastStep) accepted = step
  }
  return accepted
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Base32 without padding (RFC 4648, section 6), as apps read secrets. The number of bytes must be a multiple of 5. */
export const toBase32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join("")
}

/** The bytes of such a text. */
export const fromBase32 = (text: string): Uint8Array => {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** The address that apps read from a QR code, with the secret in base32. */
export const uriOf = (login: string, secret: string): string =>
  `otpauth://totp/Wristbank:${encodeURIComponent(login)}?secret=${secret}&issuer=Wristbank` +
  `&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
