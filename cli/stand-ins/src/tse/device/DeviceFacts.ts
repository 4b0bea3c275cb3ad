import { Predicate } from "effect"
import { type DeviceOutcome, type DeviceRequest, done, missing, refusals, refuse } from "./DeviceOutcome.ts"
import { refusedPassword } from "./DevicePasswords.ts"
import { shownSerial } from "./DeviceTransactions.ts"

export const deviceInfo = (request: DeviceRequest): DeviceOutcome => {
  const { maxClients, maxOpenTransactions, tellsLimits } = request.device.profile
  const limits = tellsLimits
    ? { MaxNumberOfClients: maxClients, MaxNumberOfOpenTransactions: maxOpenTransactions }
    : {}
  return done({ DeviceInfo: { SerialNumber: shownSerial(request), TimeFormat: "UnixTime", ...limits } })
}

/** With a password the status includes the clients. A right password does not reset the count of wrong ones here. */
export const deviceStatus = (request: DeviceRequest): DeviceOutcome => {
  const { device, fields, state } = request
  const { nullIsNoPassword } = device.profile
  const withClients = Object.hasOwn(fields, "Password") && !(nullIsNoPassword && fields["Password"] === null)
  const refused = withClients ? refusedPassword(request, "01") : undefined
  if (refused !== undefined) return refused
  const parameters = {
    SignatureAlgorithm: device.algorithm,
    TSEDescription: device.description,
    CertificateDate: device.certificateEnd
  }
  return done(
    withClients ? { Parameters: parameters, ClientIDs: [...state.clients].toSorted() } : { Parameters: parameters }
  )
}

export const deviceData = (request: DeviceRequest): DeviceOutcome => {
  const { device, fields, state } = request
  const lacking = missing(request, "Name")
  if (lacking !== undefined) return lacking
  const { Format: format = "Hex", Name: name } = fields
  const publicKey = state.conditions.publicKey === null
    ? device.key.publicKey
    : Buffer.from(state.conditions.publicKey, "base64")
  const data = name === "PublicKey" ? publicKey : name === "Certificates" ? device.certificate : undefined
  const encoding = format === "Base64" ? "base64" : format === "Hex" ? "hex" : undefined
  if (data === undefined || encoding === undefined || !Predicate.isString(name)) {
    return refuse(refusals.parameterInvalid)
  }
  return done({ Name: name, Value: Buffer.from(data).toString(encoding), Length: data.length })
}
