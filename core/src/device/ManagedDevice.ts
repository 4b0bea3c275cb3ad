import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { WrittenSentence } from "../primitives/Sentence.ts"
import { atMost } from "../primitives/Text.ts"

export const DeviceStatus = Schema.Literals(["online", "offline", "unknown"])
export type DeviceStatus = typeof DeviceStatus.Type

/** The id of a device in the device management: 1 to 255 characters. */
export const DeviceId = Schema.String.check(
  atMost(255),
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]+$/u, { expected: "the id of a device" })
)

/** A device as the device management knows it. */
export class MdmDevice extends Schema.Class<MdmDevice>("MdmDevice")({
  device_id: Schema.String,
  status: DeviceStatus,
  serial: Schema.NullOr(Schema.String),
  imei: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  last_update: Schema.NullOr(Schema.DateTimeUtc),
  ip_address: Schema.NullOr(Schema.String),
  model: Schema.NullOr(Schema.String),
  location_last_update: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** The terminal that a device is. */
export class MdmDeviceMapping extends Schema.Class<MdmDeviceMapping>("MdmDeviceMapping")({
  terminal_id: Id,
  type: Schema.Literal("headwind"),
  mdm_device_id: Schema.String,
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc,
  terminal_name: Schema.String,
  terminal_description: Schema.NullOr(Schema.String)
}) {}

export class MdmDeviceWithMapping extends Schema.Class<MdmDeviceWithMapping>("MdmDeviceWithMapping")({
  device: MdmDevice,
  mapping: Schema.NullOr(MdmDeviceMapping)
}) {}

const position = {
  /** In degrees; positive is north. */
  latitude: Schema.Finite,
  /** In degrees; positive is east. */
  longitude: Schema.Finite,
  last_update: Schema.NullOr(Schema.DateTimeUtc)
}

export class MdmDeviceLocation extends Schema.Class<MdmDeviceLocation>("MdmDeviceLocation")(position) {}

/** Where a terminal was last located. */
export class TerminalLocation extends Schema.Class<TerminalLocation>("TerminalLocation")({
  terminal_id: Id,
  terminal_name: Schema.String,
  mdm_device_id: Schema.String,
  ...position
}) {}

export class ChangeMdmDeviceMappingPayload
  extends Schema.Class<ChangeMdmDeviceMappingPayload>("ChangeMdmDeviceMappingPayload")({
    mdm_device_id: DeviceId,
    terminal_id: Id
  })
{}

export class RemoveMdmDeviceMappingPayload
  extends Schema.Class<RemoveMdmDeviceMappingPayload>("RemoveMdmDeviceMappingPayload")({ terminal_id: Id })
{}

/** A device as one reading of the device management found it. */
export interface FoundDevice {
  readonly deviceId: string
  readonly status: DeviceStatus
  readonly serial: string | null
  readonly imei: string | null
  readonly description: string | null
  readonly model: string | null
  readonly ipAddress: string | null
  /** Milliseconds since 1970. */
  readonly lastUpdate: number | null
  /** Null if it was never located. */
  readonly position: Position | null
}

/** A place on the earth, in degrees, and when a device was there (milliseconds since 1970). */
export interface Position {
  readonly latitude: number
  readonly longitude: number
  readonly at: number
}

/** When the devices were read, and why the last reading failed. */
export class DeviceReading extends Schema.Class<DeviceReading>("DeviceReading")({
  read_at: Schema.NullOr(Schema.DateTimeUtc),
  failed_at: Schema.NullOr(Schema.DateTimeUtc),
  /** In English and German; null after a reading that did not fail. */
  problem: Schema.NullOr(WrittenSentence)
}) {}
