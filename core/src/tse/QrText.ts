import { DateTime, Option, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import type { FinishedTransaction } from "./SignatureCheck.ts"

/** The twelve fields of the code on a receipt, as they are printed (DSFinV-K, annex I). */
export class QrText extends Schema.Class<QrText>("QrText")({
  version: Schema.String,
  /** Serial number of the till, which is the device's client id. */
  clientId: Schema.String,
  processType: Schema.String,
  processData: Schema.String,
  transactionNumber: Schema.String,
  /** That of the finish. */
  signatureCounter: Schema.String,
  startTime: Schema.String,
  /** That of the finish. */
  logTime: Schema.String,
  algorithm: Schema.String,
  timeFormat: Schema.String,
  /** Base64 of the plain signature. */
  signature: Schema.String,
  /** Base64 of the uncompressed point. */
  publicKey: Schema.String
}) {}

/** A signed transaction with all facts that the code contains. */
export interface SignedTransaction extends FinishedTransaction {
  readonly startTime: DateTime.Utc
  readonly publicKey: Uint8Array
}

/** The text has too few fields to be the code of a receipt. */
export class NoQrText extends Schema.TaggedError<NoQrText>()("NoQrText", { fields: Schema.Int }) {
  override readonly message = `The text has ${this.fields} fields; the code of a receipt has twelve, between semicolons`
}

export const version = "V0"
const separator = ";"

/** The fields for a transaction; times have three decimals and a Z. */
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

/** Writes the text of the code. */
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

/** Parses the text of a code. Process data may contain semicolons, as in Bestellung-V1, so surplus ones belong to it. */
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

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Parses a time as receipts and exports have it; undefined for any other text. */
export const timeOf = (text: string): DateTime.Utc | undefined => {
  if (!moment.test(text)) return undefined
  const time = Option.getOrUndefined(DateTime.make(text))
  // The parser takes 30 February for a day of March.
  return time !== undefined && DateTime.formatIso(time) === text ? DateTime.toUtc(time) : undefined
}
