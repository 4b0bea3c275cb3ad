import { Predicate } from "effect"
import { type DeviceOutcome, type DeviceRequest, done, missing, refusals, refuse, untested } from "./DeviceOutcome.ts"
import { refusedPassword } from "./DevicePasswords.ts"
import { productionClient } from "./DeviceState.ts"

const maxClientIdLength = 30

/** The characters of client names. */
const clientIdPattern = /^[A-Za-z0-9()+,\-.:? ]*$/

export const registerClient = (request: DeviceRequest): DeviceOutcome => {
  const { device: { profile }, state: { clients } } = request
  const refused = missing(request, "ClientID", "Password") ?? untested(request) ?? refusedPassword(request, "01")
  if (refused !== undefined) return refused
  const clientId = clientIdOf(request)
  const wellFormed = clientId !== undefined && clientIdPattern.test(clientId) &&
    (profile.emptyClientId || clientId !== "")
  if (!wellFormed) return refuse(refusals.parameterInvalid)
  if (clients.has(clientId) && !profile.refusesKnownClient) return done({}, { event: "registered", clientId })
  if (clients.size >= profile.maxClients) {
    return refuse({ ...refusals.tooManyTransactions, code: profile.clientLimitCode })
  }
  if (clients.has(clientId)) return refuse(refusals.clientKnown)
  return done({}, { event: "registered", clientId })
}

export const deregisterClient = (request: DeviceRequest): DeviceOutcome => {
  const { clients, open } = request.state
  const refused = missing(request, "ClientID", "Password") ?? untested(request) ?? refusedPassword(request, "01")
  if (refused !== undefined) return refused
  const clientId = clientIdOf(request)
  if (clientId === undefined) return refuse(refusals.parameterInvalid)
  if (clientId === productionClient) return refuse(refusals.productionClient)
  if (!clients.has(clientId)) return refuse(refusals.cannotBeProcessed)
  if ([...open.values()].includes(clientId)) return refuse(refusals.clientUnfinished)
  return done({}, { event: "deregistered", clientId })
}

const clientIdOf = ({ fields }: DeviceRequest): string | undefined => {
  const clientId = fields["ClientID"]
  return Predicate.isString(clientId) && clientId.length <= maxClientIdLength ? clientId : undefined
}
