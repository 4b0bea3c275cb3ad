import { createCipheriv, randomBytes, scryptSync } from "node:crypto"

/** A secret in the form of earlier versions, which bound it to no place; databases still contain such secrets. */
export const sealedWithoutPlace = (secretKey: string, text: string): string => {
  const key = scryptSync(secretKey, "wristbank stored secrets", 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 })
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url")
}
