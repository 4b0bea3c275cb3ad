import { serialOf } from "@wristbank/core/tse/SignatureCheck"
import { bytesOf, type SignedMessage, type TseOperation } from "@wristbank/core/tse/SignedMessage"
import { DateTime, Predicate } from "effect"
import { type DeviceOutcome, type DeviceRequest, done, missing, refusals, refuse, untested } from "./DeviceOutcome.ts"
import { accepted, refusedPassword } from "./DevicePasswords.ts"
import type { VirtualDevice } from "./DeviceProfile.ts"
import type { SignedRecord } from "./DeviceState.ts"

export const startTransaction = (request: DeviceRequest): DeviceOutcome => {
  const { device, fields, state } = request
  const refused = missing(request, "ClientID", "Password") ?? untested(request) ?? refusedPassword(request, "02")
  if (refused !== undefined) return refused
  const clientId = fields["ClientID"]
  if (!Predicate.isString(clientId) || !state.clients.has(clientId)) {
    return refuse(refusals.clientNotRegistered, accepted(request))
  }
  if (state.open.size >= device.profile.maxOpenTransactions) {
    return refuse(refusals.tooManyTransactions, accepted(request))
  }
  const transaction = state.transactions + 1
  return signed(request, {
    operation: "StartTransaction",
    transaction,
    clientId,
    processType: "",
    processData: ""
  }, { TransactionNumber: transaction, SerialNumber: shownSerial(request) })
}

export const finishTransaction = (request: DeviceRequest): DeviceOutcome => goOn(request, "FinishTransaction")

export const updateTransaction = (request: DeviceRequest): DeviceOutcome => goOn(request, "UpdateTransaction")

/** The serial number that the device shows: that of its key, unless the conditions name another. */
export const shownSerial = ({ device, state }: DeviceRequest): string => state.conditions.serial ?? device.key.serial

const goOn = (request: DeviceRequest, operation: TseOperation): DeviceOutcome => {
  const { device: { profile }, fields, state } = request
  const refused = missing(request, "TransactionNumber", "ClientID", "Password") ?? untested(request) ??
    refusedPassword(request, "02")
  if (refused !== undefined) return refused
  const clientId = fields["ClientID"]
  // Unlike at the start, the count of wrong passwords is kept when the client is unknown.
  if (!Predicate.isString(clientId) || !state.clients.has(clientId)) return refuse(refusals.clientNotRegistered)
  const transaction = fields["TransactionNumber"]
  if (!Predicate.isNumber(transaction) || state.open.get(transaction) !== clientId) {
    return refuse({ code: profile.noTransactionCode, text: "ERROR_NO_ORDER" }, accepted(request))
  }
  const { Data: processData = "", Typ: processType = "" } = fields
  if (
    !Predicate.isString(processType) || !Predicate.isString(processData) || processData.length > profile.maxDataLength
  ) {
    return refuse(refusals.parameterInvalid, accepted(request))
  }
  if (operation === "UpdateTransaction" && fields["Unsigned"] === "true") return done({}, accepted(request))
  return signed(request, { operation, transaction, clientId, processType, processData }, {})
}

/** The bytes that the device signed for the record. */
export const messageOf = ({ key }: VirtualDevice, record: Omit<SignedRecord, "signature">): SignedMessage => ({
  operation: record.operation,
  clientId: record.clientId,
  processData: record.processData,
  processType: record.processType,
  transactionNumber: BigInt(record.transaction),
  serial: serialOf(key.publicKey),
  algorithm: key.algorithm,
  signatureCounter: BigInt(record.counter),
  logTime: DateTime.makeUnsafe(record.logTime * 1000),
  timeFormat: "unixTime"
})

/** Signs the operation with its own number, counter and time. */
const signed = (
  request: DeviceRequest,
  operation: Pick<SignedRecord, "operation" | "transaction" | "clientId" | "processType" | "processData">,
  fields: { readonly [name: string]: string | number }
): DeviceOutcome => {
  const { device, now, state } = request
  if (state.conditions.signaturesUsedUp) return refuse(refusals.signaturesUsedUp, accepted(request))
  if (state.conditions.timeNotSet) return refuse(refusals.timeNotSet, accepted(request))
  const counter = state.counter + 1
  const logTime = Math.floor(now.epochMilliseconds / 1000) + state.conditions.clockSkewSeconds
  const draft = { event: "signed", ...operation, counter, logTime } as const
  const signature = Buffer.from(device.key.sign(bytesOf(messageOf(device, draft)))).toString("hex")
  const record: SignedRecord = { ...draft, signature }
  // The log holds the message, although the caller gets a refusal.
  if (state.conditions.certificateExpired) return refuse(refusals.certificateExpired, record)
  const { endOffset, startOffset } = device.profile
  const offset = operation.operation === "StartTransaction" ? startOffset : endOffset
  return done(
    { ...fields, SignatureCounter: counter, Signature: signature, LogTime: localTime(logTime, offset) },
    record
  )
}

/** Local time, as 2026-11-20T20:07:52+02:00 for an offset of 120 minutes. */
const localTime = (seconds: number, offset: number): string => {
  const local = DateTime.formatIso(DateTime.makeUnsafe((seconds + offset * 60) * 1000)).slice(0, 19)
  return `${local}+${digits(Math.floor(offset / 60))}:${digits(offset % 60)}`
}

const digits = (value: number) => value.toString().padStart(2, "0")
