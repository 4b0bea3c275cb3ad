import { DateTime, Option, Redacted, Result, Schema, SchemaTransformation } from "effect"
import { type DestinationRule, mayName } from "../base/Destination.ts"
import { Id } from "../base/Id.ts"
import { integerBetween } from "../base/Integer.ts"
import { Moment } from "../base/Moment.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { atMost, Name, SingleLine } from "../base/Text.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import { keepSecrets, originOf } from "../organisation/SecretTarget.ts"
import { fiscalRules } from "./FiscalRules.ts"

/** Vendors whose devices can be used. */
export const TseType = Schema.Literals(["diebold_nixdorf"])
export type TseType = typeof TseType.Type

/**
 * - `new`: was never reached;
 * - `active`: signs;
 * - `failed`: tried again until it works, or until an operator switches its tills over;
 * - `disabled`: taken out of use for ever.
 */
export const TseStatus = Schema.Literals(["new", "active", "disabled", "failed"])
export type TseStatus = typeof TseStatus.Type

/** The number of a device: SHA-256 of its public key (BSI TR-03153) in lower-case hexadecimal digits. */
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
 * Refuses users and passwords, which everyone who sees the address would see, and queries, which would be sent to whatever answers
 * there. No device needs either; a path distinguishes devices behind one gateway.
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

/** Decides whether a device may have this address. */
export const mayBeAt = (address: string, rule: DestinationRule): Result.Result<void, InvalidArgument> => {
  const url = URL.parse(address)
  return url === null ? Result.void : mayName({ host: url.hostname, port: Number(url.port || 80) }, "ws_url", rule)
}

/** Seconds to wait for a connection. */
export const ConnectSeconds = Schema.Finite.check(Schema.isBetween({ minimum: 0.5, maximum: 60 }))

const CertificationYear = integerBetween({ minimum: 2018, maximum: 2099 })

/** Fields of a device that operators can change. */
export class UpdateTse extends Schema.Class<UpdateTse>("UpdateTse")({
  name: Name,
  /** The address of the device: it begins with `ws://` or `http://` and has no user, password or query. */
  ws_url: DeviceAddress,
  /** Seconds to wait for a connection, from 0.5 to 60. */
  ws_timeout: ConnectSeconds,
  /** The password of both users of the device; empty, or as answers show it, it keeps the stored one. */
  password: SingleLine,
  /**
   * Since when the device is in use, for the report of tills; null stands for the day on which the first till was registered at
   * it.
   */
  first_operation: nullOr(Moment),
  /**
   * The year in which the model was certified, from 2018 to 2099, for the report of tills; absent keeps the stored one.
   */
  certification_year: Schema.optionalKey(nullOr(CertificationYear))
}) {}

/** A device that is added. */
export class NewTse extends Schema.Class<NewTse>("NewTse")({
  ...UpdateTse.fields,
  /** The vendor of the device. */
  type: TseType,
  /**
   * The serial number of the device, 64 hexadecimal digits; null to take it from the device when it is first reached.
   */
  serial: nullOr(TseSerial)
}) {}

/** A signing device (TSE, KassenSichV) as operators see it. */
export class Tse extends Schema.Class<Tse>("Tse")({
  ...UpdateTse.fields,
  /** The address of the device. */
  ws_url: Schema.String,
  /** Seconds to wait for a connection. */
  ws_timeout: Schema.Finite,
  /** The vendor of the device. */
  type: TseType,
  /** The serial number of the device, 64 hexadecimal digits; null until it was first reached. */
  serial: nullOr(Schema.String),
  node_id: Id,
  id: Id,
  /**
   * `new`: was never reached; `active`: signs; `failed`: is tried again until it works or its tills are switched over;
   * `disabled`: out of use for ever.
   */
  status: TseStatus,
  /** The algorithm of its signatures; null until it was first reached. */
  hashalgo: nullOr(Schema.String),
  /** The format of time in what it signs; null until it was first reached. */
  time_format: nullOr(Schema.String),
  /** Its public key in base64, as an uncompressed point; null until it was first reached. */
  public_key: nullOr(Schema.String),
  /** Its certificate; null until it was first reached. */
  certificate: nullOr(Schema.String),
  /** The encoding of what it signs; null until it was first reached. */
  process_data_encoding: nullOr(Schema.String),
  /** What the device says of itself; null until it was first reached. */
  tse_description: nullOr(Schema.String),
  /** The end of its certificate as the device wrote it; null until it was first reached. */
  certificate_date: nullOr(Schema.String),
  /** The year in which the model was certified; null if no one gave it. */
  certification_year: nullOr(Schema.Int),
  /** When its certificate ends; null while that is unknown. */
  certificate_end: nullOr(Moment),
  /** What is wrong with the device; null if nothing is. */
  fault: nullOr(Schema.String),
  /** Since when it has the fault; null without one. */
  fault_since: nullOr(Moment),
  /**
   * Whether the device refused the password. Nothing more is tried until someone acts, because three wrong ones block the
   * device.
   */
  password_refused: Schema.Boolean,
  /** Whether the server is connected to it now. */
  connected: Schema.Boolean,
  /** When it last answered; null if it never did. */
  last_contact: nullOr(Moment),
  /** The number of its newest known transaction; null before the first. */
  last_transaction: nullOr(Id),
  /** The number of its newest known signature; null before the first. */
  last_counter: nullOr(Id),
  /** How many tills the device signs for. */
  tills: Schema.Int,
  /** How many orders of its tills wait for their signature. */
  queue_length: Schema.Int,
  /** When the oldest of those orders was booked; null if none waits. */
  oldest_unsigned: nullOr(Moment)
}) {}

/** Parses the end of a certificate as devices report it (ISO 8601); null for any other text. */
export const certificateEnd = (text: string | null): DateTime.Utc | null =>
  text === null ? null : Option.getOrNull(Option.map(DateTime.make(text), DateTime.toUtc))

/** Which unique fields of a device are taken by others. */
export interface TakenFields {
  /** By a device on the path of nodes. */
  readonly nameTaken: boolean
  /** By a device of this event, or by one in use elsewhere in the installation. */
  readonly serialTaken: boolean
}

const nameIsTaken = (name: string) => refuse(fiscalRules.device_name_taken, { name })

/** Decides whether a device can be added; two records for one device are refused. */
export const create = (input: NewTse, taken: TakenFields): Result.Result<Redacted.Redacted, InvalidArgument> =>
  taken.nameTaken
    ? nameIsTaken(input.name)
    : taken.serialTaken
    ? refuse(fiscalRules.serial_taken)
    : input.password === "" || input.password === secretMarker
    ? refuse(fiscalRules.device_password_missing)
    : Result.succeed(Redacted.make(input.password))

/** How a change of a record affects the connection to the device. */
export interface AccessChange {
  /** Null to keep the stored one. */
  readonly password: Redacted.Redacted | null
  /** Whether the worker has to reconnect. */
  readonly reconnect: boolean
}

/**
 * Decides a change of a device. An empty password, or the marker, keeps the stored one; where the address names another server the
 * password must be given, so that the stored one can't be sent there.
 */
export const update = (
  current: Pick<Tse, "name" | "status" | "ws_timeout" | "ws_url">,
  input: UpdateTse,
  taken: Pick<TakenFields, "nameTaken">
): Result.Result<AccessChange, InvalidArgument> => {
  if (taken.nameTaken) return nameIsTaken(input.name)
  const kept = input.password === "" || input.password === secretMarker
  const target = {
    secret: "password",
    address: "ws_url",
    before: originOf(current.ws_url),
    after: originOf(input.ws_url)
  }
  return Result.map(keepSecrets(kept ? [target] : []), () => ({
    password: kept ? null : Redacted.make(input.password),
    reconnect: !kept || input.ws_url !== current.ws_url || input.ws_timeout !== current.ws_timeout
  }))
}

/** A device has a limit of 100 clients (Diebold Nixdorf), three of which are its own. */
export const maxTills = 97

type Leaving = Pick<Tse, "id" | "name" | "status" | "tills">

/** Decides whether a device's tills can move to `target`; null lets each till get any device when it books next. */
export const switchOver = (current: Leaving, target: Leaving | null): Result.Result<void, InvalidArgument> => {
  if (current.status === "disabled") return refuse(fiscalRules.device_disabled, { device: current.name })
  if (target === null) return Result.void
  if (target.id === current.id) return refuse(fiscalRules.switched_over_to_itself)
  if (target.status !== "active") {
    return refuse(fiscalRules.device_not_active, { device: target.name, status: target.status })
  }
  const room = Math.max(0, maxTills - target.tills)
  return current.tills <= room
    ? Result.void
    : refuse(fiscalRules.device_lacks_room, {
      device: target.name,
      room,
      leaving: current.name,
      tills: current.tills
    })
}

/** Decides whether a device can be disabled without a switch-over: only one without tills. */
export const disable = (
  current: Pick<Tse, "name" | "status" | "tills">
): Result.Result<void, InvalidArgument> =>
  current.status === "disabled"
    ? refuse(fiscalRules.device_disabled, { device: current.name })
    : current.tills > 0
    ? refuse(fiscalRules.device_has_tills, { device: current.name, tills: current.tills })
    : Result.void

/** Decides whether the worker is to reconnect at once, even if the password was refused. */
export const checkAgain = (current: Pick<Tse, "name" | "status">): Result.Result<void, InvalidArgument> =>
  current.status === "disabled" ? refuse(fiscalRules.device_disabled_for_ever, { device: current.name }) : Result.void

/** The device that gets the tills of a switched-over one. */
export class SwitchOver extends Schema.Class<SwitchOver>("SwitchOver")({
  /** An active device; null or absent to give each till one of the active devices when it books next. */
  target_tse_id: orNull(Id)
}) {}

/** The result of a switch-over. */
export class SwitchedOver extends Schema.Class<SwitchedOver>("SwitchedOver")({
  /** The device that was switched over. */
  id: Id,
  /** The device that got its tills; null if each gets one when it books next. */
  target_tse_id: nullOr(Id),
  /** The tills of the device. The closing of each ended. */
  till_ids: Schema.Array(Id)
}) {}
