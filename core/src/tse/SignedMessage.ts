import { DateTime, Schema } from "effect"
import * as Der from "./Der.ts"

/** Operations of a transaction; each is signed separately. */
export const TseOperation = Schema.Literals(["StartTransaction", "UpdateTransaction", "FinishTransaction"])
export type TseOperation = typeof TseOperation.Type

/** Plain ECDSA (r and s one after the other) with each hash (BSI TR-03111). */
export const SignatureAlgorithm = Schema.Literals([
  "ecdsa-plain-SHA224",
  "ecdsa-plain-SHA256",
  "ecdsa-plain-SHA384",
  "ecdsa-plain-SHA512",
  "ecdsa-plain-SHA3-224",
  "ecdsa-plain-SHA3-256",
  "ecdsa-plain-SHA3-384",
  "ecdsa-plain-SHA3-512"
])
export type SignatureAlgorithm = typeof SignatureAlgorithm.Type

/** Format of the time in signed messages (DSFinV-K, TSE_ZEITFORMAT). */
export const TimeFormat = Schema.Literals([
  "unixTime",
  "utcTime",
  "utcTimeWithSeconds",
  "generalizedTime",
  "generalizedTimeWithMilliseconds"
])
export type TimeFormat = typeof TimeFormat.Type

/** The message that a device signs for one operation. */
export interface SignedMessage {
  readonly operation: TseOperation
  readonly clientId: string
  /** Empty at the start of a transaction; so is the type. */
  readonly processData: string
  readonly processType: string
  readonly transactionNumber: bigint
  /** 32 bytes: SHA-256 of the device's public point. */
  readonly serial: Uint8Array
  readonly algorithm: SignatureAlgorithm
  /** Counter of this operation. */
  readonly signatureCounter: bigint
  /** Time of this operation, cut off to the precision of the format. */
  readonly logTime: DateTime.Utc
  readonly timeFormat: TimeFormat
}

/** The transaction log of BSI TR-03151; the layout has version 2. */
const transactionLog = "0.4.0.127.0.7.3.7.1.1"
const layoutVersion = 2n

const algorithms: { readonly [Algorithm in SignatureAlgorithm]: string } = {
  "ecdsa-plain-SHA224": "0.4.0.127.0.7.1.1.4.1.2",
  "ecdsa-plain-SHA256": "0.4.0.127.0.7.1.1.4.1.3",
  "ecdsa-plain-SHA384": "0.4.0.127.0.7.1.1.4.1.4",
  "ecdsa-plain-SHA512": "0.4.0.127.0.7.1.1.4.1.5",
  "ecdsa-plain-SHA3-224": "0.4.0.127.0.7.1.1.4.1.8",
  "ecdsa-plain-SHA3-256": "0.4.0.127.0.7.1.1.4.1.9",
  "ecdsa-plain-SHA3-384": "0.4.0.127.0.7.1.1.4.1.10",
  "ecdsa-plain-SHA3-512": "0.4.0.127.0.7.1.1.4.1.11"
}

/** The algorithm of a message, from the content of its SEQUENCE. */
export const algorithmOf = (content: Uint8Array): SignatureAlgorithm | undefined =>
  SignatureAlgorithm.literals.find((name) => Der.objectIdentifier(algorithms[name]).toString() === content.toString())

/** The signed bytes: consecutive DER elements without a SEQUENCE around them (BSI TR-03151). */
export const bytesOf = (message: SignedMessage): Uint8Array =>
  Der.join(
    Der.integer(layoutVersion),
    Der.objectIdentifier(transactionLog),
    Der.text(message.operation, 0x80),
    Der.text(message.clientId, 0x81),
    Der.text(message.processData, 0x82),
    Der.text(message.processType, 0x83),
    Der.integer(message.transactionNumber, 0x85),
    Der.element(Der.tags.octetString, message.serial),
    Der.sequence(Der.objectIdentifier(algorithms[message.algorithm])),
    Der.integer(message.signatureCounter),
    logTimeBytes(message.logTime, message.timeFormat)
  )

/** The time in a format: most have whole seconds, utcTime may have minutes only. */
export const logTimeBytes = (time: DateTime.Utc, format: TimeFormat): Uint8Array => {
  const digits = DateTime.formatIso(time).replaceAll(/[-:TZ]/g, "") // YYYYMMDDhhmmss.fff
  switch (format) {
    case "unixTime":
      return Der.integer(BigInt(Math.floor(time.epochMilliseconds / 1000)))
    case "utcTime":
      return Der.text(`${digits.slice(2, 12)}Z`, Der.tags.utcTime)
    case "utcTimeWithSeconds":
      return Der.text(`${digits.slice(2, 14)}Z`, Der.tags.utcTime)
    case "generalizedTime":
      return Der.text(`${digits.slice(0, 14)}Z`, Der.tags.generalizedTime)
    case "generalizedTimeWithMilliseconds":
      return Der.text(`${digits}Z`, Der.tags.generalizedTime)
  }
}
