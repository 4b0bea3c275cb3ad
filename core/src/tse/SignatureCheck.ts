import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from "@noble/curves/misc.js"
import { p256, p384 } from "@noble/curves/nist.js"
import { type DateTime, Result, Schema } from "effect"
import * as Hex from "effect/encoding/Hex"
import { createHash, createPublicKey, getCurves, verify as verifyNatively } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { promisify } from "node:util"
import * as Der from "./Der.ts"
import { bytesOf, SignatureAlgorithm, type SignedMessage, TimeFormat, type TseOperation } from "./SignedMessage.ts"

/** A curve that devices may sign on (BSI TR-03116, part 5). */
export type SignatureCurve = "brainpoolP256r1" | "brainpoolP384r1" | "brainpoolP512r1" | "secp256r1" | "secp384r1"

/** Verifies signatures of one public key. */
export interface Verifier {
  readonly curve: SignatureCurve
  /** 32 bytes: SHA-256 of the public point, which is the device's serial number. */
  readonly serial: Uint8Array
  /** Whether the plain signature (r and s one after the other) of the bytes is valid. */
  readonly verify: (bytes: Uint8Array, signature: Uint8Array, algorithm: SignatureAlgorithm) => boolean
  /** The same on another thread, for many signatures: uses all cores and keeps this thread free. */
  readonly verifyInBackground: (
    bytes: Uint8Array,
    signature: Uint8Array,
    algorithm: SignatureAlgorithm
  ) => Promise<boolean>
}

/**
 * How many signatures are verified at a time if there are many. Node's pool has four threads, which also read and unzip files: with
 * somewhat more signatures than threads the pool is busy, and files don't wait long behind them.
 */
export const verifiedAtOnce = 16

/** Receipts don't name the curve. Of two with the same length, devices sign on the one that comes first here. */
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

/** The serial number as it is shown: 64 lower-case hexadecimal digits. */
export const serialNumberOf = (publicKey: Uint8Array): string => Hex.encode(serialOf(publicKey))

/** The curve of an uncompressed point; undefined if the point lies on no known curve. */
export const curveOf = (publicKey: Uint8Array): SignatureCurve | undefined => find(publicKey)?.name

/** Whether the key made the plain signature of the message; false as well if the key is invalid. */
export const isValid = (message: SignedMessage, signature: Uint8Array, publicKey: Uint8Array): boolean =>
  verifierOf(publicKey)?.verify(bytesOf(message), signature, message.algorithm) ?? false

/** A finished transaction with the facts that the device reported; algorithm and time format may be any text. */
export interface FinishedTransaction {
  readonly clientId: string
  readonly processType: string
  readonly processData: string
  readonly transactionNumber: bigint
  /** Counter of the finish; so is the time. */
  readonly signatureCounter: bigint
  readonly logTime: DateTime.Utc
  readonly algorithm: string
  readonly timeFormat: string
  readonly signature: Uint8Array
}

export const isAlgorithm = Schema.is(SignatureAlgorithm)
export const isTimeFormat = Schema.is(TimeFormat)

/** Whether the verifier's device signed the finish of the transaction; false as well for an unknown algorithm or time format. */
export const verifies = (verifier: Verifier, finished: FinishedTransaction): boolean => {
  const signed = signedIn(finished, verifier)
  return signed !== undefined && verifier.verify(bytesOf(signed), finished.signature, signed.algorithm)
}

/** The same on another thread, for many transactions. */
export const verifiesInBackground = async (verifier: Verifier, finished: FinishedTransaction): Promise<boolean> => {
  const signed = signedIn(finished, verifier)
  return signed !== undefined && verifier.verifyInBackground(bytesOf(signed), finished.signature, signed.algorithm)
}

/** Whether the verifier's device signed the start of a transaction, which has neither data nor type yet; on another thread. */
export const verifiesStartInBackground = async (
  verifier: Verifier,
  started: Omit<FinishedTransaction, "processData" | "processType">
): Promise<boolean> => {
  const signed = signedIn({ ...started, processData: "", processType: "" }, verifier, "StartTransaction")
  return signed !== undefined && verifier.verifyInBackground(bytesOf(signed), started.signature, signed.algorithm)
}

/**
 * Yields items in their order, each with its verdict. Verdicts of the next items are computed meanwhile: at most `verifiedAtOnce` items
 * are kept at a time.
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
    // A verdict that fails before its turn, or after the consumer stopped, must not end the process.
    verdict.catch(() => undefined)
    underWay.push([item, verdict])
    if (underWay.length === verifiedAtOnce) yield await oldest()
  }
  while (underWay.length > 0) yield await oldest()
}

const signedIn = (
  finished: FinishedTransaction,
  { serial }: Verifier,
  operation: TseOperation = "FinishTransaction"
): SignedMessage | undefined => {
  const { algorithm, timeFormat } = finished
  if (!isAlgorithm(algorithm) || !isTimeFormat(timeFormat)) return undefined
  const { clientId, logTime, processData, processType, signatureCounter, transactionNumber } = finished
  return {
    operation,
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

/** A verifier for an uncompressed point; undefined if the point lies on no known curve. Uses OpenSSL if that has the curve. */
export const verifierOf = (publicKey: Uint8Array): Verifier | undefined => {
  const curve = find(publicKey)
  if (curve === undefined) return undefined
  return getCurves().includes(openSslName(curve))
    ? nativeVerifier(curve, publicKey)
    : portableVerifier(curve, publicKey)
}

/** A verifier without OpenSSL, about eight times slower; undefined as above. */
export const portableVerifierOf = (publicKey: Uint8Array): Verifier | undefined => {
  const curve = find(publicKey)
  return curve === undefined ? undefined : portableVerifier(curve, publicKey)
}

/**
 * The plain form of a signature by this key, from the plain form itself or from DER (a SEQUENCE of r and s, as some
 * devices deliver it); undefined if the bytes are neither.
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
  const unused = Uint8Array.of(0) // unused bits of the BIT STRING
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
    verifyInBackground: async (bytes, signature, algorithm) =>
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
    // No other thread can do this, so other work of this thread gets its turn after each signature.
    verifyInBackground: async (...signed) => {
      await (turn = turn.then(() => setImmediate()))
      return verify(...signed)
    }
  }
}

const elementsOf = (bytes: Uint8Array) => Result.getOrElse(Der.read(bytes), () => [])

/** Padded with leading zeros to the size; undefined if the number is longer. */
const leftPadded = (content: Uint8Array, size: number): Uint8Array | undefined => {
  const first = content.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? new Uint8Array() : content.subarray(first)
  return digits.length > size ? undefined : Der.join(new Uint8Array(size - digits.length), digits)
}
