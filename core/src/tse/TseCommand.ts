import { Redacted, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { Moment } from "../base/Moment.ts"
import * as TseFrame from "./TseFrame.ts"

/** A command for a Diebold Nixdorf device. Parameters are sent in their order. */
export interface TseCommand {
  readonly name: string
  readonly parameters: { readonly [name: string]: string | number }
  /** Whether the password is sent as the last parameter. */
  readonly needsPassword: boolean
}

/** The client that every connection registers for itself; it is no till. */
export const defaultClientId = "DummyDefaultClientId"

/** Clients whose id begins with this belong to the device. */
export const productionClient = "DN TSEProduction"

const open = (name: string, parameters: TseCommand["parameters"] = {}): TseCommand => ({
  name,
  parameters,
  needsPassword: false
})
const locked = (name: string, parameters: TseCommand["parameters"] = {}): TseCommand => ({
  name,
  parameters,
  needsPassword: true
})

export const setDefaultClientId = open("SetDefaultClientID", { ClientID: defaultClientId })
export const getDeviceInfo = open("GetDeviceInfo")
export const getDeviceStatus = open("GetDeviceStatus")
export const getPublicKey = open("GetDeviceData", { Name: "PublicKey", Format: "Base64" })
export const getCertificates = open("GetDeviceData", { Name: "Certificates", Format: "Base64" })
export const pingPong = open("PingPong")
export const performSelfTest = open("PerformSelfTest")
export const updateTime = open("UpdateTime")
/** The status with the list of clients, which needs the password. */
export const getClients = locked("GetDeviceStatus")
export const registerClient = (clientId: string) => locked("RegisterClientID", { ClientID: clientId })
export const deregisterClient = (clientId: string) => locked("DeregisterClientID", { ClientID: clientId })
export const startTransaction = (clientId: string) => locked("StartTransaction", { ClientID: clientId })
export const finishTransaction = (number: number, clientId: string, processType: string, processData: string) =>
  locked("FinishTransaction", { TransactionNumber: number, ClientID: clientId, Typ: processType, Data: processData })

/** The frame of a request. It contains the password in clear (base64), so it must never be logged. */
export const encode = (command: TseCommand, requestId: number, password: Redacted.Redacted): string =>
  TseFrame.encode({
    Command: command.name,
    PingPong: requestId,
    ...command.parameters,
    ...(command.needsPassword ? { Password: Base64.encode(Redacted.value(password)) } : {})
  })

/** Fields of every answer. A message that answers no request has no id, or an unknown one. */
export const Answer = Schema.Struct({
  PingPong: Schema.Int,
  Status: Schema.Literals(["ok", "error"]),
  Command: Schema.optionalKey(Schema.String),
  Code: Schema.optionalKey(Schema.Int),
  Desc: Schema.optionalKey(Schema.String)
})
export type Answer = typeof Answer.Type

/** Answer to GetDeviceInfo. */
export const DeviceInfo = Schema.Struct({
  DeviceInfo: Schema.Struct({
    SerialNumber: Schema.String,
    TimeFormat: Schema.String,
    MaxNumberOfClients: Schema.optionalKey(Schema.Int),
    MaxNumberOfOpenTransactions: Schema.optionalKey(Schema.Int)
  })
})

/** Answer to GetDeviceStatus. */
export const DeviceStatus = Schema.Struct({
  Parameters: Schema.Struct({
    SignatureAlgorithm: Schema.String,
    TSEDescription: Schema.String,
    CertificateDate: Schema.String
  })
})

/** Answer to GetDeviceStatus with the password. */
export const Clients = Schema.Struct({ ClientIDs: Schema.Array(Schema.String) })

/** Answer to GetDeviceData in base64. */
export const DeviceData = Schema.Struct({ Value: Schema.String })

const count = Schema.Int.check(Schema.isGreaterThan(0))

/** Answer to a signed operation. The time has an offset. */
export const Signed = Schema.Struct({
  SignatureCounter: count,
  Signature: Schema.Uint8ArrayFromHex,
  LogTime: Schema.toCodecJson(Moment)
})

/** Answer to StartTransaction; the serial number is the device's. */
export const Started = Schema.Struct({
  TransactionNumber: count,
  SerialNumber: Schema.optionalKey(Schema.String),
  ...Signed.fields
})
