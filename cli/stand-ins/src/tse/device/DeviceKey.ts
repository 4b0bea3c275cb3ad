import * as Der from "@wristbank/core/tse/Der"
import { serialNumberOf } from "@wristbank/core/tse/SignatureCheck"
import type { SignatureAlgorithm } from "@wristbank/core/tse/SignedMessage"
import { createECDH, createHash, createPrivateKey, sign } from "node:crypto"

/** Curves of devices in the field: the first for sticks, the second for devices in a cloud. */
export type DeviceCurve = "brainpoolP384r1" | "secp256r1"

/** The key of a simulated device. Its private part is in no property. */
export interface DeviceKey {
  readonly curve: DeviceCurve
  readonly algorithm: SignatureAlgorithm
  /** The uncompressed point. */
  readonly publicKey: Uint8Array
  /** 64 lower-case hexadecimal digits: SHA-256 of the public point. */
  readonly serial: string
  /** r and s one after the other. Two signatures of the same bytes differ, as ECDSA uses a random number for each. */
  readonly sign: (bytes: Uint8Array) => Uint8Array
  /** A self-signed X.509 certificate in DER. */
  readonly certificate: Uint8Array
}

interface CurveFacts {
  readonly openssl: string
  readonly oid: string
  readonly bytes: number
  readonly hash: "sha256" | "sha384"
  readonly algorithm: SignatureAlgorithm
  /** ecdsa-with-SHA… in certificates. */
  readonly certificateAlgorithm: string
}

const curves: { readonly [Curve in DeviceCurve]: CurveFacts } = {
  brainpoolP384r1: {
    openssl: "brainpoolP384r1",
    oid: "1.3.36.3.3.2.8.1.1.11",
    bytes: 48,
    hash: "sha384",
    algorithm: "ecdsa-plain-SHA384",
    certificateAlgorithm: "1.2.840.10045.4.3.3"
  },
  secp256r1: {
    openssl: "prime256v1",
    oid: "1.2.840.10045.3.1.7",
    bytes: 32,
    hash: "sha256",
    algorithm: "ecdsa-plain-SHA256",
    certificateAlgorithm: "1.2.840.10045.4.3.2"
  }
}

/** A public test key on brainpoolP384r1; its signatures prove nothing. */
export const publicTestScalar =
  "65a194772ded349bf0bf915a4f47f0a33fdc3078399c83530c2e91548119c9705f242056ad91f41ada94bf4954d08228"

/** The key with that private number, as hexadecimal digits; `undefined` when the curve has no such key. */
export const keyOfScalar = (scalar: string, curve: DeviceCurve = "brainpoolP384r1"): DeviceKey | undefined => {
  const facts = curves[curve]
  const digits = scalar.length === facts.bytes * 2 && /^[0-9a-f]*$/i.test(scalar)
  const publicKey = digits ? pointOf(scalar, facts) : undefined
  return publicKey === undefined ? undefined : makeKey(curve, Buffer.from(scalar, "hex"), publicKey)
}

/** The key derived from a text; the same text gives the same key. */
export const keyOfSeed = (seed: string, curve: DeviceCurve = "brainpoolP384r1"): DeviceKey => {
  const drawn = (attempt: number): DeviceKey =>
    keyOfScalar(createHash(curves[curve].hash).update(`${attempt} ${seed}`).digest("hex"), curve) ??
      drawn(attempt + 1)
  return drawn(0)
}

const pointOf = (scalar: string, { openssl }: CurveFacts): Uint8Array | undefined => {
  const exchange = createECDH(openssl)
  try {
    exchange.setPrivateKey(scalar, "hex")
    return Uint8Array.from(exchange.getPublicKey())
  } catch {
    return undefined // 0, or not below the order of the curve
  }
}

const makeKey = (curve: DeviceCurve, scalar: Uint8Array, publicKey: Uint8Array): DeviceKey => {
  const facts = curves[curve]
  const key = createPrivateKey({
    key: Buffer.from(privateKeyInfo(facts, scalar, publicKey)),
    format: "der",
    type: "pkcs8"
  })
  const serial = serialNumberOf(publicKey)
  const toBeSigned = certificateContent(facts, serial, publicKey)
  return {
    curve,
    algorithm: facts.algorithm,
    publicKey,
    serial,
    sign: (bytes) => Uint8Array.from(sign(facts.hash, bytes, { key, dsaEncoding: "ieee-p1363" })),
    certificate: Der.sequence(toBeSigned, signedBy(facts), bitString(sign(facts.hash, toBeSigned, key)))
  }
}

/** PKCS #8 around the private key of SEC 1. */
const privateKeyInfo = (facts: CurveFacts, scalar: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  Der.sequence(
    Der.integer(0n),
    onCurve(facts),
    Der.element(
      Der.tags.octetString,
      Der.sequence(
        Der.integer(1n),
        Der.element(Der.tags.octetString, scalar),
        Der.element(0xa1, bitString(publicKey))
      )
    )
  )

/** The content of a certificate (RFC 5280, version 1). */
const certificateContent = (facts: CurveFacts, serial: string, publicKey: Uint8Array): Uint8Array => {
  // As on sticks, the common name is the serial number; it has the maximal length (X.520: 64 characters).
  const name = Der.sequence(named("2.5.4.10", "Simulated TSE"), named("2.5.4.3", serial))
  const validity = Der.sequence(
    Der.text("240801000000Z", Der.tags.utcTime),
    Der.text("290801235959Z", Der.tags.utcTime)
  )
  const keyInfo = Der.sequence(onCurve(facts), bitString(publicKey))
  return Der.sequence(Der.integer(1n), signedBy(facts), name, validity, name, keyInfo)
}

const named = (attribute: string, value: string) =>
  Der.element(0x31, Der.sequence(Der.objectIdentifier(attribute), Der.text(value, 0x0c)))

const onCurve = ({ oid }: CurveFacts) =>
  Der.sequence(Der.objectIdentifier("1.2.840.10045.2.1"), Der.objectIdentifier(oid))

const signedBy = ({ certificateAlgorithm }: CurveFacts) => Der.sequence(Der.objectIdentifier(certificateAlgorithm))

const bitString = (bytes: Uint8Array) => Der.element(0x03, Der.join(Uint8Array.of(0), bytes))
