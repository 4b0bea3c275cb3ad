import { Option, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Hex from "effect/encoding/Hex"
import { parse as parseProcessData, processType as receiptType } from "./ProcessData.ts"
import { type QrText, timeOf, version } from "./QrText.ts"
import { isAlgorithm, isTimeFormat, type Verifier, verifierOf, verifies } from "./SignatureCheck.ts"

/** A field that is written against the rules. */
export const FormFault = Schema.Struct({
  /** From 1. */
  field: Schema.Int,
  fault: Schema.String
})
export type FormFault = typeof FormFault.Type

/** Whether a code is well formed, and whether the device signed it. */
export const QrCheck = Schema.Struct({
  /** Empty if the code is well formed. */
  form: Schema.Array(FormFault),
  /** `unreadable` if a number, time or key can't be parsed, so that nothing can be verified. The start time is not signed. */
  signature: Schema.Literals(["valid", "invalid", "unreadable"])
})
export type QrCheck = typeof QrCheck.Type

/** Checks form and signature separately: a signed code may be malformed, and a well-formed one forged. */
export const check = (qr: QrText): QrCheck => {
  const verifier = verifierIn(qr)
  return { form: formFaults(qr, verifier !== undefined), signature: signatureOf(qr, verifier) }
}

/** Serial number of the device whose key is in the code, in hexadecimal digits; undefined if the key is invalid. */
export const serialIn = (qr: QrText): string | undefined => {
  const verifier = verifierIn(qr)
  return verifier === undefined ? undefined : Hex.encode(verifier.serial)
}

const positive = /^[1-9]\d*$/
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
    [8, !endsBefore(qr), "the end is before the start"],
    [9, isAlgorithm(qr.algorithm), "there is no such signature algorithm"],
    [10, isTimeFormat(qr.timeFormat), "there is no such time format"],
    [11, fitsKey(bytesIn(qr.signature), bytesIn(qr.publicKey)), "the signature is not of the key's length"],
    [12, hasKey, "the public key lies on no curve we know"]
  ]
  return wrong.flatMap(([field, right, fault]) => right ? [] : [{ field, fault }])
}

const endsBefore = ({ logTime, startTime }: QrText): boolean => {
  const [start, end] = [timeOf(startTime), timeOf(logTime)]
  return start !== undefined && end !== undefined && end.epochMilliseconds < start.epochMilliseconds
}

const signatureOf = (qr: QrText, verifier: Verifier | undefined): QrCheck["signature"] => {
  const logTime = timeOf(qr.logTime)
  const signature = bytesIn(qr.signature)
  const { algorithm, timeFormat } = qr
  const numbers = positive.test(qr.transactionNumber) && positive.test(qr.signatureCounter)
  if (logTime === undefined || signature === undefined || verifier === undefined) return "unreadable"
  if (!isAlgorithm(algorithm) || !isTimeFormat(timeFormat) || !numbers) return "unreadable"
  const genuine = verifies(verifier, {
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

const bytesIn = (text: string): Uint8Array | undefined =>
  base64.test(text) ? Option.getOrUndefined(Result.getSuccess(Base64.decode(text))) : undefined

/** r and s are each as long as a coordinate; the length is unchecked when the key is not base64. */
const fitsKey = (signature: Uint8Array | undefined, publicKey: Uint8Array | undefined): boolean =>
  signature !== undefined && (publicKey === undefined || signature.length === publicKey.length - 1)
