import { DateTime, Effect, Option, Redacted, Result, Schema, SchemaTransformation } from "effect"
import { Id } from "../ledger/Id.ts"
import { integerBetween } from "../ledger/Integer.ts"
import { type DestinationRule, mayName } from "../network/Destination.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import { keepSecrets, originOf } from "../organisation/SecretTarget.ts"
import { Moment } from "../primitives/Moment.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { atMost, Name, SingleLine } from "../primitives/Text.ts"

/** Whose devices can be used. */
export const TseType = Schema.Literals(["diebold_nixdorf"])
export type TseType = typeof TseType.Type

/**
 * - `new`: never reached so far;
 * - `active`: signs;
 * - `failed`: tried again until it works, or until an operator switches its tills over;
 * - `disabled`: out of use for ever.
 */
export const TseStatus = Schema.Literals(["new", "active", "disabled", "failed"])
export type TseStatus = typeof TseStatus.Type

/** The number of a device: SHA-256 of its public key (BSI TR-03153) in hexadecimal digits, kept in small letters. */
export const TseSerial = Schema.String.check(atMost(1000)).pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.isPattern(/^[0-9a-f]{64}$/, { expected: "the serial number of a device: 64 hexadecimal digits" })
    ),
    SchemaTransformation.transform({
      decode: (text) => text.trim().toLowerCase(),
      encode: (serial) => serial
    })
  )
)

/**
 * User and password would be shown to whoever sees the address, and a query would be sent to whatever answers there. No device
 * has either; a path distinguishes devices behind one gateway.
 */
const isDeviceAddress = (text: string) => {
  if (!/^(ws|http):\/\//i.test(text) || !URL.canParse(text)) return false
  const { password, username } = new URL(text)
  return username === "" && password === "" && !/[?#]/.test(text)
}

export const DeviceAddress = SingleLine.check(
  Schema.makeFilter(isDeviceAddress, {
    expected: "an address that begins with ws:// or http:// and has neither user, password, query nor fragment"
  })
)

/** Decides whether a device may be at an address. */
export const mayBeAt = (address: string, rule: DestinationRule): Result.Result<void, InvalidArgument> => {
  const url = URL.parse(address)
  return url === null ? Result.void : mayName({ host: url.hostname, port: Number(url.port || 80) }, "ws_url", rule)
}

/** Seconds to wait for a connection. */
export const ConnectSeconds = Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 60 }))

const CertificationYear = integerBetween({ minimum: 2018, maximum: 2099 })

/** What an operator can say of a device, now and later. */
export class UpdateTse extends Schema.Class<UpdateTse>("UpdateTse")({
  name: Name,
  ws_url: DeviceAddress,
  ws_timeout: ConnectSeconds,
  /** Of both users of the device; nothing, or the marker, keeps the one that is stored. */
  password: SingleLine,
  first_operation: Schema.NullOr(Moment),
  /** When its kind was certified, for the report of tills (AO § 146a); absent keeps what is stored. */
  certification_year: Schema.optionalKey(Schema.NullOr(CertificationYear))
}) {}

/** A device that is made known. */
export class NewTse extends Schema.Class<NewTse>("NewTse")({
  ...UpdateTse.fields,
  type: TseType,
  /** Null: taken from the device when it is first reached. */
  serial: Schema.NullOr(TseSerial)
}) {}

/** A signing device (TSE, KassenSichV) as operators see it. */
export class Tse extends Schema.Class<Tse>("Tse")({
  ...UpdateTse.fields,
  ws_url: Schema.String,
  ws_timeout: Schema.Finite,
  type: TseType,
  serial: Schema.NullOr(Schema.String),
  node_id: Id,
  id: Id,
  status: TseStatus,
  hashalgo: Schema.NullOr(Schema.String),
  time_format: Schema.NullOr(Schema.String),
  /** Base64 of the uncompressed point. */
  public_key: Schema.NullOr(Schema.String),
  certificate: Schema.NullOr(Schema.String),
  process_data_encoding: Schema.NullOr(Schema.String),
  tse_description: Schema.NullOr(Schema.String),
  /** As the device gave it. */
  certificate_date: Schema.NullOr(Schema.String),
  certification_year: Schema.NullOr(Schema.Int),
  /** Until when the device's certificate is good; null while unknown. */
  certificate_end: Schema.NullOr(Moment),
  /** Why it can't be used; null when nothing is wrong. */
  fault: Schema.NullOr(Schema.String),
  fault_since: Schema.NullOr(Moment),
  /** The device refused the password: it is not asked again before somebody acts, as three tries block it. */
  password_refused: Schema.Boolean,
  connected: Schema.Boolean,
  last_contact: Schema.NullOr(Moment),
  /** The newest transaction and signature counter that were seen. */
  last_transaction: Schema.NullOr(Id),
  last_counter: Schema.NullOr(Id),
  /** Tills that it signs for. */
  tills: Schema.Int,
  /** Orders of its tills that wait for their signature, and when the oldest was booked. */
  queue_length: Schema.Int,
  oldest_unsigned: Schema.NullOr(Moment)
}) {}

/** The end of a certificate as devices give it: ISO 8601 text; null for anything else. */
export const certificateEnd = (text: string | null): DateTime.Utc | null =>
  text === null ? null : Option.getOrNull(Option.map(DateTime.make(text), DateTime.toUtc))

/** What is known of other devices when one is stored. */
export interface Known {
  /** On the path of nodes. */
  readonly nameTaken: boolean
  /** By a device of this event, or by one in use elsewhere in the installation. */
  readonly serialTaken: boolean
}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))

const nameIsTaken = (name: string) => refuse(`There is already a signing device named ${name} on this path`)

/** Decides whether a device can be made known; two records for one device are impossible. */
export const create = (input: NewTse, known: Known): Result.Result<Redacted.Redacted, InvalidArgument> =>
  known.nameTaken
    ? nameIsTaken(input.name)
    : known.serialTaken
    ? refuse("There is already a signing device with this serial number")
    : input.password === "" || input.password === secretMarker
    ? refuse("A signing device needs its password")
    : Result.succeed(Redacted.make(input.password))

/** What changes about how a device is reached. */
export interface AccessChange {
  /** Null: as it is. */
  readonly password: Redacted.Redacted | null
  /** Its worker connects anew. */
  readonly anew: boolean
}

/**
 * Decides a change of a device; the password is replaced only by another text than nothing and the marker, and stays only
 * where the device does.
 */
export const update = (
  current: Pick<Tse, "name" | "status" | "ws_timeout" | "ws_url">,
  input: UpdateTse,
  known: Pick<Known, "nameTaken">
): Result.Result<AccessChange, InvalidArgument> => {
  if (known.nameTaken) return nameIsTaken(input.name)
  const kept = input.password === "" || input.password === secretMarker
  const target = {
    secret: "password",
    address: "ws_url",
    before: originOf(current.ws_url),
    after: originOf(input.ws_url)
  }
  return Result.map(keepSecrets(kept ? [target] : []), () => ({
    password: kept ? null : Redacted.make(input.password),
    anew: !kept || input.ws_url !== current.ws_url || input.ws_timeout !== current.ws_timeout
  }))
}

/** How many tills a device can know besides the clients of its own, until its limit of 100 (Diebold Nixdorf). */
export const maxTills = 97

type Leaving = Pick<Tse, "id" | "name" | "status" | "tills">

/** Decides whether a device's tills can go to another one: `target`, or null for whichever each till is given next. */
export const switchOver = (current: Leaving, target: Leaving | null): Result.Result<void, InvalidArgument> => {
  if (current.status === "disabled") return refuse(`${current.name} is disabled already`)
  if (target === null) return Result.void
  if (target.id === current.id) return refuse("The tills can't go to the device that they leave")
  if (target.status !== "active") return refuse(`${target.name} is ${target.status}, so it can't sign`)
  const room = Math.max(0, maxTills - target.tills)
  return current.tills <= room ? Result.void : refuse(
    `${target.name} has room for ${room} more tills and ${current.name} has ${current.tills}; ` +
      "name no device, and each till goes to one that has room"
  )
}

/** Decides whether a device can be taken out of use without a switch-over: only one that no till depends on. */
export const disable = (
  current: Pick<Tse, "name" | "status" | "tills">
): Result.Result<void, InvalidArgument> =>
  current.status === "disabled"
    ? refuse(`${current.name} is disabled already`)
    : current.tills > 0
    ? refuse(`${current.name} signs for ${current.tills} tills; switch them over`)
    : Result.void

/** Decides whether a device is to be connected anew at once, with its password too if that was refused. */
export const checkAgain = (current: Pick<Tse, "name" | "status">): Result.Result<void, InvalidArgument> =>
  current.status === "disabled" ? refuse(`${current.name} is disabled for ever; make it known anew`) : Result.void

/** Where the tills of a switched-over device go. */
export class SwitchOver extends Schema.Class<SwitchOver>("SwitchOver")({
  /** An active device; null: each till gets one of the active ones when it books next. */
  target_tse_id: Schema.NullOr(Id).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
}) {}

/** What a switch-over did. */
export class SwitchedOver extends Schema.Class<SwitchedOver>("SwitchedOver")({
  id: Id,
  target_tse_id: Schema.NullOr(Id),
  /** The tills it signed for; the closing number of each was raised. */
  till_ids: Schema.Array(Id)
}) {}
