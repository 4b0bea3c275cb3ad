import { Duration, Effect, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Fault from "./DieboldNixdorfFault.ts"
import * as Link from "./DieboldNixdorfLink.ts"
import { plainOf, serialNumberOf } from "./SignatureCheck.ts"
import * as TseCommand from "./TseCommand.ts"
import type { TseAccess, TseCapabilities, TseConnection, TseError, TseFacts, TseSignature } from "./TseDevice.ts"

/** Limits of the vendor's sticks, unless a device reports others. */
const capabilities: TseCapabilities = {
  maxClients: 100,
  maxOpenTransactions: 512,
  maxDataLength: 16_000
}

/** Connects to a device's web service and reads the facts of the device. */
export const connect = Effect.fn("DieboldNixdorf.connect")(
  function*(access: TseAccess, timeouts: Link.TseTimeouts) {
    const url = yield* Effect.fromResult(addressOf(access.url))
    const link = yield* Link.open({
      url,
      connect: Duration.seconds(access.connectSeconds),
      password: access.password,
      timeouts
    })
    const { facts, limits } = yield* introduce(link)
    const able = { ...capabilities, ...limits }
    const connection: TseConnection = { facts, capabilities: able, lost: link.lost, ...operations(link, facts, able) }
    return connection
  }
)

/** An answer without fields of its own. */
const Done = Schema.Struct({})

/** The WebSocket's address; one with `http:` is converted. TLS is refused, because devices don't offer it. */
const addressOf = (text: string): Result.Result<URL, TseError> => {
  const url = URL.parse(text)
  if (url === null || !/^(ws|http):$/.test(url.protocol) || url.host === "") {
    return Result.fail(Fault.notSent("The device's address must begin with ws:// or http://"))
  }
  url.protocol = url.protocol.replace("http", "ws")
  url.hash = ""
  return Result.succeed(url)
}

/** The first commands of a connection, in the order of the vendor's own software. */
const introduce = Effect.fnUntraced(function*(link: Link.Link) {
  yield* link.ask(TseCommand.setDefaultClientId, Done)
  const { DeviceInfo: info } = yield* link.ask(TseCommand.getDeviceInfo, TseCommand.DeviceInfo)
  const { Parameters: status } = yield* link.ask(TseCommand.getDeviceStatus, TseCommand.DeviceStatus)
  const key = yield* link.ask(TseCommand.getPublicKey, TseCommand.DeviceData)
  const certificates = yield* link.ask(TseCommand.getCertificates, TseCommand.DeviceData)
  const publicKey = yield* Effect.mapError(
    Effect.fromResult(Base64.decode(key.Value)),
    () => Fault.unreadable(TseCommand.getPublicKey)
  )
  const serial = info.SerialNumber.trim().toLowerCase()
  if (serial !== serialNumberOf(publicKey)) {
    const error = Fault.wrongDevice("The device's serial number is not that of its public key", TseCommand.getPublicKey)
    return yield* Effect.andThen(link.lose(error), error)
  }
  const facts: TseFacts = {
    serial,
    publicKey,
    certificates: certificates.Value,
    algorithm: status.SignatureAlgorithm,
    timeFormat: info.TimeFormat === "UnixTime" ? "unixTime" : info.TimeFormat,
    processDataEncoding: "UTF-8",
    description: status.TSEDescription,
    certificateEnd: status.CertificateDate
  }
  const limits = {
    maxClients: info.MaxNumberOfClients ?? capabilities.maxClients,
    maxOpenTransactions: info.MaxNumberOfOpenTransactions ?? capabilities.maxOpenTransactions
  }
  return { facts, limits }
})

const operations = (link: Link.Link, facts: TseFacts, able: TseCapabilities) => {
  const listed = Effect.map(link.ask(TseCommand.getClients, TseCommand.Clients), ({ ClientIDs }) => ClientIDs)

  const clients = Effect.gen(function*() {
    const all = yield* listed
    if (!all.includes(TseCommand.defaultClientId)) {
      yield* Effect.logWarning("The signing device does not list the client that every connection has")
    }
    return all.filter((id) => id !== TseCommand.defaultClientId && !id.startsWith(TseCommand.productionClient))
      .toSorted()
  })

  const register = Effect.fn("DieboldNixdorf.register")(function*(clientId: string) {
    yield* Effect.catchIf(
      link.ask(TseCommand.registerClient(clientId), Done),
      isKind("client_exists"),
      (error) => Effect.flatMap(listed, (ids) => ids.includes(clientId) ? Effect.void : Effect.fail(error))
    )
  })

  const deregister = Effect.fn("DieboldNixdorf.deregister")(function*(clientId: string) {
    yield* Effect.catchIf(
      link.ask(TseCommand.deregisterClient(clientId), Done),
      isKind("client_unknown"),
      () => Effect.void
    )
  })

  const signatureOf = (command: TseCommand.TseCommand, signed: typeof TseCommand.Signed.Type) => {
    const signature = facts.algorithm.startsWith("ecdsa-plain")
      ? plainOf(signed.Signature, facts.publicKey)
      : signed.Signature
    if (signature === undefined) return Effect.fail(Fault.unreadable(command))
    const made: TseSignature = { counter: BigInt(signed.SignatureCounter), signature, logTime: signed.LogTime }
    return Effect.succeed(made)
  }

  const start = Effect.fn("DieboldNixdorf.start")(function*(clientId: string) {
    const command = TseCommand.startTransaction(clientId)
    const started = yield* link.ask(command, TseCommand.Started)
    if (started.SerialNumber !== undefined && started.SerialNumber.trim().toLowerCase() !== facts.serial) {
      const error = Fault.wrongDevice("Another device than was connected to has signed", command)
      return yield* Effect.andThen(link.lose(error), error)
    }
    return { ...yield* signatureOf(command, started), number: BigInt(started.TransactionNumber) }
  })

  const finish: TseConnection["finish"] = Effect.fn("DieboldNixdorf.finish")(
    function*({ clientId, number, processData, processType }) {
      if (processData.length > able.maxDataLength) return yield* Fault.notSent("The process data is too long")
      if (!Number.isSafeInteger(Number(number))) return yield* Fault.notSent("There is no such transaction number")
      const command = TseCommand.finishTransaction(Number(number), clientId, processType, processData)
      return yield* signatureOf(command, yield* link.ask(command, TseCommand.Signed))
    }
  )

  return { clients, register, deregister, start, finish }
}

const isKind = (kind: TseError["kind"]) => (error: TseError) => error.kind === kind
