import { Effect, Layer, Redacted, Result, Schema } from "effect"
import { createHash } from "node:crypto"
import { oneLine } from "../base/LineText.ts"
import { nullOr } from "../base/OptionalField.ts"
import { atMost } from "../base/Text.ts"
import {
  DeviceManagement,
  ManagementConnection,
  ManagementError,
  type ManagementFault,
  type ManagementServer
} from "./DeviceManagement.ts"
import { DeviceId, type DeviceStatus, type FoundDevice, type Position } from "./ManagedDevice.ts"

/** Devices of one page, as many as Headwind sends at once. */
const pageSize = 1000

/** Pages that are read at most, so that a server that never ends its list does not keep the reading forever. */
const mostPages = 100

/** The number of devices whose positions are asked for at a time. */
const atOnce = 4

const SignedIn = Schema.Struct({ id_token: Schema.String.check(atMost(10_000)) })
const Page = Schema.Struct({ data: Schema.Struct({ devices: Schema.Struct({ items: Schema.Array(Schema.Unknown) }) }) })
const Log = Schema.Struct({ data: Schema.Struct({ items: Schema.Array(Schema.Unknown) }) })

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(nullOr(schema))
const Device = Schema.Struct({
  number: DeviceId,
  statusCode: optional(Schema.String),
  lastUpdate: optional(Schema.Number),
  publicIp: optional(Schema.String),
  serial: optional(Schema.String),
  description: optional(Schema.String),
  info: optional(Schema.Struct({ model: optional(Schema.String), imei: optional(Schema.String) }))
})
const LogEntry = Schema.Struct({
  message: Schema.String,
  createTime: Schema.Number,
  deviceNumber: optional(Schema.String)
})

const fail = (reason: ManagementFault) => new ManagementError({ reason })

const isSilent = ({ reason }: ManagementError) => reason === "unreachable" || reason === "timeout"

const states: ReadonlyMap<string, DeviceStatus> = new Map([["green", "online"], ["red", "offline"]])

/** Text of the device management: one of blanks alone counts as absent, and a long one is cut. */
const textOf = (text: string | null | undefined): string | null => {
  const line = oneLine((text ?? "").slice(0, 1000))
  return line === "" ? null : line
}

/** Midnight after the last day with a year of four digits, in milliseconds since 1970. */
const endOfMoments = Date.UTC(10_000, 0)

/** A moment that a database can hold, in milliseconds since 1970. */
const momentOf = (milliseconds: number | null | undefined): number | null =>
  milliseconds != null && milliseconds > 0 && milliseconds < endOfMoments ? Math.trunc(milliseconds) : null

/** A device of Headwind's list; `undefined` for an entry that can't be read, which must not hide the others. */
export const deviceOf = (item: unknown): Omit<FoundDevice, "position"> | undefined => {
  const read = Schema.decodeUnknownResult(Device)(item)
  if (Result.isFailure(read)) return undefined
  const { description, info, lastUpdate, number, publicIp, serial, statusCode } = read.success
  return {
    deviceId: number,
    status: states.get(statusCode ?? "") ?? "unknown",
    serial: textOf(serial),
    imei: textOf(info?.imei),
    description: textOf(description),
    model: textOf(info?.model),
    ipAddress: textOf(publicIp),
    lastUpdate: momentOf(lastUpdate)
  }
}

const located = /Network location update:\s*lat=([+-]?\d{1,3}(?:\.\d{1,20})?),\s*lon=([+-]?\d{1,3}(?:\.\d{1,20})?)/

/** The newest position in a device's log; null if there is none. West and south are negative. */
export const positionIn = (deviceId: string, entries: ReadonlyArray<unknown>): Position | null => {
  const positions = entries.flatMap((entry): ReadonlyArray<Position> => {
    const read = Schema.decodeUnknownResult(LogEntry)(entry)
    if (Result.isFailure(read)) return []
    const { createTime, deviceNumber, message } = read.success
    const [, north, east] = located.exec(message) ?? []
    const at = momentOf(createTime)
    const [latitude, longitude] = [Number(north ?? Number.NaN), Number(east ?? Number.NaN)]
    const isOther = deviceNumber != null && deviceNumber !== deviceId
    return isOther || at === null || !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)
      ? []
      : [{ latitude, longitude, at }]
  })
  return positions.reduce<Position | null>((newest, one) => newest === null || one.at > newest.at ? one : newest, null)
}

/** Some refusals of Headwind have status 200 and say so in the body. */
const Refused = Schema.Struct({ status: Schema.Literal("ERROR") })

const parse = <A>(schema: Schema.ConstraintDecoder<A>, text: string): Effect.Effect<A, ManagementError> =>
  Effect.fromResult(Result.try((): unknown => JSON.parse(text))).pipe(
    Effect.mapError(() => fail("unreadable")),
    Effect.filterOrFail((body) => !Schema.is(Refused)(body), () => fail("failed")),
    Effect.flatMap((body) =>
      Effect.mapError(Effect.fromResult(Schema.decodeUnknownResult(schema)(body)), () => fail("unreadable"))
    )
  )

/** Headwind takes the MD5 of passwords in capital hexadecimal digits. */
const digestOf = (password: Redacted.Redacted) =>
  createHash("md5").update(Redacted.value(password)).digest("hex").toUpperCase()

const make = Effect.gen(function*() {
  const connection = yield* ManagementConnection

  const post = Effect.fnUntraced(
    function*(at: ManagementServer, path: string, body: unknown, token?: Redacted.Redacted) {
      const request = { url: new URL(`${at.url}/rest/${path}`), body, ...(token === undefined ? {} : { token }) }
      const { status, text } = yield* connection.post(request)
      if (status === 401 || status === 403) return yield* fail("sign_in_refused")
      return status === 200 ? text : yield* fail("failed")
    }
  )

  const signIn = Effect.fnUntraced(function*(at: ManagementServer) {
    const body = { login: at.username, password: digestOf(at.password) }
    const { id_token } = yield* parse(SignedIn, yield* post(at, "public/jwt/login", body))
    return Redacted.make(id_token)
  })

  const list = Effect.fnUntraced(function*(at: ManagementServer, token: Redacted.Redacted) {
    const found = new Map<string, Omit<FoundDevice, "position">>()
    for (let pageNum = 1; pageNum <= mostPages; pageNum++) {
      const page = yield* parse(Page, yield* post(at, "private/devices/search", { pageSize, pageNum }, token))
      const before = found.size
      for (const item of page.data.devices.items) {
        const device = deviceOf(item)
        if (device !== undefined) found.set(device.deviceId, device)
      }
      // A server that ignores the number of the page sends the first one again.
      if (page.data.devices.items.length < pageSize || found.size === before) break
    }
    return Array.from(found.values())
  })

  const position = Effect.fnUntraced(function*(at: ManagementServer, token: Redacted.Redacted, deviceId: string) {
    const filter = { deviceFilter: deviceId, messageFilter: "Network location update:", pageSize: 50, pageNum: 1 }
    const log = yield* parse(Log, yield* post(at, "plugins/devicelog/log/private/search", filter, token))
    return positionIn(deviceId, log.data.items)
  })

  const devices = Effect.fn("Headwind.devices")(function*(at: ManagementServer) {
    const token = yield* signIn(at)
    const found = yield* list(at, token)
    let problem: ManagementError | null = null
    const withPosition = Effect.fnUntraced(function*(device: Omit<FoundDevice, "position">) {
      // A server that does not answer is not asked about each of a thousand devices.
      if (problem !== null && isSilent(problem)) return { ...device, position: null }
      const read = yield* Effect.result(position(at, token, device.deviceId))
      if (Result.isFailure(read)) problem = read.failure
      return { ...device, position: Result.getOrElse(read, () => null) }
    })
    return { devices: yield* Effect.forEach(found, withPosition, { concurrency: atOnce }), problem }
  })

  return { devices }
})

/** Device management by Headwind; needs a `ManagementConnection`. */
export const layer = Layer.effect(DeviceManagement, make)
