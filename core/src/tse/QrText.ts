import { DateTime, Option, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Hex from "effect/encoding/Hex"
import { parse as parseProcessData, processType as receiptType } from "../fiscal/ProcessData.ts"
import {
  type FinishedTransaction,
  isAlgorithm,
  isGenuine,
  isTimeFormat,
  type Verifier,
  verifierOf
} from "./SignatureCheck.ts"

/** The twelve fields of the code on a receipt, as they are printed (DSFinV-K, annex I). */
export class QrText extends Schema.Class<QrText>("QrText")({
  version: Schema.String,
  /** Serial number of the till, which is the device's client id. */
  clientId: Schema.String,
  processType: Schema.String,
  processData: Schema.String,
  transactionNumber: Schema.String,
  /** Of the finish. */
  signatureCounter: Schema.String,
  startTime: Schema.String,
  /** Of the finish. */
  logTime: Schema.String,
  algorithm: Schema.String,
  timeFormat: Schema.String,
  /** Base64 of the plain signature. */
  signature: Schema.String,
  /** Base64 of the uncompressed point. */
  publicKey: Schema.String
}) {}

/** What a signed transaction puts into the code. */
export interface SignedTransaction extends FinishedTransaction {
  readonly startTime: DateTime.Utc
  readonly publicKey: Uint8Array
}

/** The text has too few fields for the code of a receipt. */
export class NoQrText extends Schema.TaggedError<NoQrText>()("NoQrText", { fields: Schema.Int }) {
  override readonly message = `The text has ${this.fields} fields; the code of a receipt has twelve, between semicolons`
}

/** A field that is not written as the rules want it. */
export const FormFault = Schema.Struct({
  /** From 1. */
  field: Schema.Int,
  fault: Schema.String
})
export type FormFault = typeof FormFault.Type

/** Two answers: is it written as it should be, and is it what the device signed. */
export const QrCheck = Schema.Struct({
  /** Empty when the form is right. */
  form: Schema.Array(FormFault),
  /** `unreadable`: a field is no number, time or key, so nothing can be checked. The start time is never covered. */
  signature: Schema.Literals(["valid", "invalid", "unreadable"])
})
export type QrCheck = typeof QrCheck.Type

const version = "V0"
const separator = ";"

/** The fields for a transaction; times get three decimals and a Z. */
export const qrTextOf = (signed: SignedTransaction): QrText =>
  new QrText({
    version,
    clientId: signed.clientId,
    processType: signed.processType,
    processData: signed.processData,
    transactionNumber: String(signed.transactionNumber),
    signatureCounter: String(signed.signatureCounter),
    startTime: DateTime.formatIso(signed.startTime),
    logTime: DateTime.formatIso(signed.logTime),
    algorithm: signed.algorithm,
    timeFormat: signed.timeFormat,
    signature: Base64.encode(signed.signature),
    publicKey: Base64.encode(signed.publicKey)
  })

/** The text in the code. */
export const format = (qr: QrText): string =>
  [
    qr.version,
    qr.clientId,
    qr.processType,
    qr.processData,
    qr.transactionNumber,
    qr.signatureCounter,
    qr.startTime,
    qr.logTime,
    qr.algorithm,
    qr.timeFormat,
    qr.signature,
    qr.publicKey
  ].join(separator)

/** Reads the text of a code; a semicolon too many belongs to the process data, as orders (Bestellung-V1) have some. */
export const parse = (text: string): Result.Result<QrText, NoQrText> => {
  const fields = text.split(separator)
  if (fields.length < 12) return Result.fail(new NoQrText({ fields: fields.length }))
  const [first = "", clientId = "", processType = ""] = fields
  const [transactionNumber = "", signatureCounter = "", startTime = "", logTime = "", ...last] = fields.slice(-8)
  const [algorithm = "", timeFormat = "", signature = "", publicKey = ""] = last
  return Result.succeed(
    new QrText({
      version: first,
      clientId,
      processType,
      processData: fields.slice(3, -8).join(separator),
      transactionNumber,
      signatureCounter,
      startTime,
      logTime,
      algorithm,
      timeFormat,
      signature,
      publicKey
    })
  )
}

/** Checks form and signature apart: what is signed may be badly written, and what is well written may be forged. */
export const check = (qr: QrText): QrCheck => {
  const verifier = verifierIn(qr)
  return { form: formFaults(qr, verifier !== undefined), signature: signatureOf(qr, verifier) }
}

/** Serial number of the device whose key is in the code, in hexadecimal digits; undefined when the key is none. */
export const serialIn = (qr: QrText): string | undefined => {
  const verifier = verifierIn(qr)
  return verifier === undefined ? undefined : Hex.encode(verifier.serial)
}

const positive = /^[1-9]\d*$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const base64 = /^([A-Za-z\d+/]{4})*([A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

const formFaults = (qr: QrText, hasKey: boolean): ReadonlyArray<FormFault> => {
  const wrong: ReadonlyArray<readonly [field: number, right: boolean, fault: string]> = [
    [1, qr.version === version, "the version is not V0"],
    [2, /^[A-Za-z\d()+,\-.:? ]{1,70}$/.test(qr.clientId), "the till has no name, or characters a device refuses"],
    [3, /^(Kassenbeleg-V1|Bestellung-V1|SonstigerVorgang)$/.test(qr.processType), "there is no such process type"],
    [4, qr.processType !== receiptType || isProcessData(qr.processData), "the process data is badly written"],
    [5, positive.test(qr.transactionNumber), "the transaction number is no positive number"],
    [6, positive.test(qr.signatureCounter), "the signature counter is no positive number"],
    [7, timeOf(qr.startTime) !== undefined, "the start is no time as 2026-11-20T18:07:52.000Z"],
    [8, timeOf(qr.logTime) !== undefined, "the end is no time as 2026-11-20T18:07:52.000Z"],
    [9, isAlgorithm(qr.algorithm), "there is no such signature algorithm"],
    [10, isTimeFormat(qr.timeFormat), "there is no such time format"],
    [11, fitsKey(bytesIn(qr.signature), bytesIn(qr.publicKey)), "the signature is not of the key's length"],
    [12, hasKey, "the public key lies on no curve we know"]
  ]
  return wrong.flatMap(([field, right, fault]) => right ? [] : [{ field, fault }])
}

const signatureOf = (qr: QrText, verifier: Verifier | undefined): QrCheck["signature"] => {
  const logTime = timeOf(qr.logTime)
  const signature = bytesIn(qr.signature)
  const { algorithm, timeFormat } = qr
  const numbers = positive.test(qr.transactionNumber) && positive.test(qr.signatureCounter)
  if (logTime === undefined || signature === undefined || verifier === undefined) return "unreadable"
  if (!isAlgorithm(algorithm) || !isTimeFormat(timeFormat) || !numbers) return "unreadable"
  const genuine = isGenuine(verifier, {
    clientId: qr.clientId,
    processType: qr.processType,
    processData: qr.processData,
    transactionNumber: BigInt(qr.transactionNumber),
    signatureCounter: BigInt(qr.signatureCounter),
    logTime,
    algorithm,
    timeFormat,
    signature
  })
  return genuine ? "valid" : "invalid"
}

const verifierIn = (qr: QrText) => verifierOf(bytesIn(qr.publicKey) ?? new Uint8Array())

const isProcessData = (text: string) => Result.isSuccess(parseProcessData(text))

/** A time as receipts and exports have it; undefined for any other text. */
export const timeOf = (text: string): DateTime.Utc | undefined => {
  if (!moment.test(text)) return undefined
  const time = Option.getOrUndefined(DateTime.make(text))
  // 30 February becomes a day of March.
  return time !== undefined && DateTime.formatIso(time) === text ? DateTime.toUtc(time) : undefined
}

const bytesIn = (text: string): Uint8Array | undefined =>
  base64.test(text) ? Option.getOrUndefined(Result.getSuccess(Base64.decode(text))) : undefined

/** r and s have the size of a coordinate each; of a key that is none, nothing is known. */
const fitsKey = (signature: Uint8Array | undefined, publicKey: Uint8Array | undefined): boolean =>
  signature !== undefined && (publicKey === undefined || signature.length === publicKey.length - 1)
