import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from "@noble/curves/misc.js"
import { p256, p384 } from "@noble/curves/nist.js"
import { type DateTime, Result, Schema } from "effect"
import * as Hex from "effect/encoding/Hex"
import { createHash, createPublicKey, getCurves, verify as verifyNatively } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { promisify } from "node:util"
import * as Der from "./Der.ts"
import { bytesOf, SignatureAlgorithm, type SignedMessage, TimeFormat } from "./SignedMessage.ts"

/** A curve that devices may sign on (BSI TR-03116, part 5). */
export type SignatureCurve = "brainpoolP256r1" | "brainpoolP384r1" | "brainpoolP512r1" | "secp256r1" | "secp384r1"

/** Checks signatures of one public key. */
export interface Verifier {
  readonly curve: SignatureCurve
  /** 32 bytes: SHA-256 of the public point, which is the device's serial number. */
  readonly serial: Uint8Array
  /** Whether the plain signature, r and s one after the other, belongs to the bytes. */
  readonly verify: (bytes: Uint8Array, signature: Uint8Array, algorithm: SignatureAlgorithm) => boolean
  /** The same on another thread: who has many to verify uses all cores and holds nobody up. */
  readonly verifyAside: (bytes: Uint8Array, signature: Uint8Array, algorithm: SignatureAlgorithm) => Promise<boolean>
}

/**
 * How many signatures are verified at a time where there are many. Enough that no thread of Node's pool, which has four,
 * waits for work; few enough that files, which are read and unzipped by the same threads, do not wait behind them.
 */
export const verifiedAtOnce = 16

/** The devices of this trade sign on the first of a length; receipts don't name the curve. */
const curves = [
  { name: "brainpoolP256r1", oid: "1.3.36.3.3.2.8.1.1.7", ecdsa: brainpoolP256r1 },
  { name: "brainpoolP384r1", oid: "1.3.36.3.3.2.8.1.1.11", ecdsa: brainpoolP384r1 },
  { name: "brainpoolP512r1", oid: "1.3.36.3.3.2.8.1.1.13", ecdsa: brainpoolP512r1 },
  { name: "secp256r1", oid: "1.2.840.10045.3.1.7", ecdsa: p256 },
  { name: "secp384r1", oid: "1.3.132.0.34", ecdsa: p384 }
] as const

type Curve = typeof curves[number]

const hashes: { readonly [Algorithm in SignatureAlgorithm]: string } = {
  "ecdsa-plain-SHA224": "sha224",
  "ecdsa-plain-SHA256": "sha256",
  "ecdsa-plain-SHA384": "sha384",
  "ecdsa-plain-SHA512": "sha512",
  "ecdsa-plain-SHA3-224": "sha3-224",
  "ecdsa-plain-SHA3-256": "sha3-256",
  "ecdsa-plain-SHA3-384": "sha3-384",
  "ecdsa-plain-SHA3-512": "sha3-512"
}

/** The serial number of the device with this public point, in bytes. */
export const serialOf = (publicKey: Uint8Array): Uint8Array => createHash("sha256").update(publicKey).digest()

/** The same as it is shown: 64 lower-case hexadecimal digits. */
export const serialNumberOf = (publicKey: Uint8Array): string => Hex.encode(serialOf(publicKey))

/** The curve of an uncompressed point; undefined when it lies on none. */
export const curveOf = (publicKey: Uint8Array): SignatureCurve | undefined => find(publicKey)?.name

/** Whether the plain signature over the message is by the key; false as well when the key is invalid. */
export const isValid = (message: SignedMessage, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  verifierOf(publicKey)?.verify(bytesOf(message), signature, message.algorithm) ?? false

/** A transaction as it was finished, with what the device says of it; algorithm and time format in whatever words. */
export interface FinishedTransaction {
  readonly clientId: string
  readonly processType: string
  readonly processData: string
  readonly transactionNumber: bigint
  /** Of the finish, as the time. */
  readonly signatureCounter: bigint
  readonly logTime: DateTime.Utc
  readonly algorithm: string
  readonly timeFormat: string
  readonly signature: Uint8Array
}

export const isAlgorithm = Schema.is(SignatureAlgorithm)
export const isTimeFormat = Schema.is(TimeFormat)

/** Whether the verifier's device finished the transaction so; false as well for an algorithm or time format nobody knows. */
export const verifies = (verifier: Verifier, finished: FinishedTransaction): boolean => {
  const signed = signedIn(finished, verifier)
  return signed !== undefined && verifier.verify(bytesOf(signed), finished.signature, signed.algorithm)
}

/** The same on another thread, for many. */
export const isGenuineAside = async (verifier: Verifier, finished: FinishedTransaction): Promise<boolean> => {
  const signed = signedIn(finished, verifier)
  return signed !== undefined && verifier.verifyAside(bytesOf(signed), finished.signature, signed.algorithm)
}

/**
 * Items in their order, each with its verdict, while verdicts of those behind it are being reached: as many at a time as
 * `verifiedAtOnce`, and no more items are kept.
 */
export async function* withVerdicts<A, V>(
  items: AsyncIterable<A>,
  verdictOf: (item: A) => Promise<V>
): AsyncGenerator<readonly [item: A, verdict: V]> {
  const underWay: Array<readonly [A, Promise<V>]> = []
  const oldest = async () => {
    const [item, verdict] = underWay.shift()!
    return [item, await verdict] as const
  }
  for await (const item of items) {
    const verdict = verdictOf(item)
    // One that fails before its turn, or when nobody waits for it any more, would end the process.
    verdict.catch(() => undefined)
    underWay.push([item, verdict])
    if (underWay.length === verifiedAtOnce) yield await oldest()
  }
  while (underWay.length > 0) yield await oldest()
}

const signedIn = (finished: FinishedTransaction, { serial }: Verifier): SignedMessage | undefined => {
  const { algorithm, timeFormat } = finished
  if (!isAlgorithm(algorithm) || !isTimeFormat(timeFormat)) return undefined
  const { clientId, logTime, processData, processType, signatureCounter, transactionNumber } = finished
  return {
    operation: "FinishTransaction",
    clientId,
    processData,
    processType,
    transactionNumber,
    serial,
    algorithm,
    signatureCounter,
    logTime,
    timeFormat
  }
}

/** A verifier for an uncompressed point; undefined when it lies on no known curve. OpenSSL does it if it knows the curve. */
export const verifierOf = (publicKey: Uint8Array): Verifier | undefined => {
  const curve = find(publicKey)
  if (curve === undefined) return undefined
  return getCurves().includes(openSslName(curve))
    ? nativeVerifier(curve, publicKey)
    : portableVerifier(curve, publicKey)
}

/** A verifier without OpenSSL's curves, about eight times slower; undefined as above. */
export const portableVerifierOf = (publicKey: Uint8Array): Verifier | undefined => {
  const curve = find(publicKey)
  return curve === undefined ? undefined : portableVerifier(curve, publicKey)
}

/**
 * The plain form of a signature by this key, from the plain form itself or from DER (a SEQUENCE of r and s, as some
 * devices deliver it); undefined when it is neither.
 */
export const plainOf = (signature: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined => {
  const size = (publicKey.length - 1) / 2
  if (signature.length === 2 * size) return signature
  const [whole, ...after] = elementsOf(signature)
  if (whole?.tag !== Der.tags.sequence || after.length > 0) return undefined
  const numbers = elementsOf(whole.content)
  const padded = numbers.flatMap(({ content, tag }) => tag === Der.tags.integer ? [leftPadded(content, size)] : [])
  const [r, s] = padded
  return numbers.length === 2 && r !== undefined && s !== undefined ? Der.join(r, s) : undefined
}

const find = (publicKey: Uint8Array): Curve | undefined =>
  publicKey[0] === 0x04
    ? curves.find(({ ecdsa }) =>
      publicKey.length === ecdsa.lengths.publicKeyUncompressed && ecdsa.utils.isValidPublicKey(publicKey, false)
    )
    : undefined

const openSslName = (curve: Curve) => curve.name === "secp256r1" ? "prime256v1" : curve.name

const ecPublicKey = "1.2.840.10045.2.1"

const nativeVerifier = (curve: Curve, publicKey: Uint8Array): Verifier => {
  const unused = Uint8Array.of(0) // bits of the BIT STRING that count for nothing
  const spki = Der.sequence(
    Der.sequence(Der.objectIdentifier(ecPublicKey), Der.objectIdentifier(curve.oid)),
    Der.element(0x03, Der.join(unused, publicKey))
  )
  const key = {
    key: createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" }),
    dsaEncoding: "ieee-p1363"
  } as const
  const hasSize = (signature: Uint8Array) => signature.length === curve.ecdsa.lengths.signature
  return {
    curve: curve.name,
    serial: serialOf(publicKey),
    verify: (bytes, signature, algorithm) =>
      hasSize(signature) && verifyNatively(hashes[algorithm], bytes, key, signature),
    verifyAside: async (bytes, signature, algorithm) =>
      hasSize(signature) && verifyOnPool(hashes[algorithm], bytes, key, signature)
  }
}

const verifyOnPool = promisify(verifyNatively)

const portableVerifier = (curve: Curve, publicKey: Uint8Array): Verifier => {
  const verify: Verifier["verify"] = (bytes, signature, algorithm) =>
    signature.length === curve.ecdsa.lengths.signature &&
    curve.ecdsa.verify(signature, createHash(hashes[algorithm]).update(bytes).digest(), publicKey, {
      prehash: false,
      lowS: false
    })
  let turn = Promise.resolve()
  return {
    curve: curve.name,
    serial: serialOf(publicKey),
    verify,
    // On this thread, as there is no other: whatever else there is to do gets its turn after each.
    verifyAside: async (...signed) => {
      await (turn = turn.then(() => setImmediate()))
      return verify(...signed)
    }
  }
}

const elementsOf = (bytes: Uint8Array) => Result.getOrElse(Der.read(bytes), () => [])

/** Without leading zeros, then as many as the size asks for; undefined when it is longer. */
const leftPadded = (content: Uint8Array, size: number): Uint8Array | undefined => {
  const first = content.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? new Uint8Array() : content.subarray(first)
  return digits.length > size ? undefined : Der.join(new Uint8Array(size - digits.length), digits)
}
