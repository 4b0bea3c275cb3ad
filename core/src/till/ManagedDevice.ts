import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { WrittenSentence } from "../base/Sentence.ts"
import { atMost } from "../base/Text.ts"

export const DeviceStatus = Schema.Literals(["online", "offline", "unknown"])
export type DeviceStatus = typeof DeviceStatus.Type

/** The id of a device in the device management: 1 to 255 characters. */
export const DeviceId = Schema.String.check(
  atMost(255),
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]+$/u, { expected: "the id of a device" })
)

/** A device as the device management knows it. */
export class MdmDevice extends Schema.Class<MdmDevice>("MdmDevice")({
  /** The id of the device in the device management. */
  device_id: Schema.String,
  /** Whether it is online, as the device management says. */
  status: DeviceStatus,
  /** Its serial number; null if unknown. */
  serial: nullOr(Schema.String),
  /** The number of its mobile radio (IMEI); null if it has none or it is unknown. */
  imei: nullOr(Schema.String),
  /** What the device management says about it; null for nothing. */
  description: nullOr(Schema.String),
  /** When the device last reported to the device management; null if it never did. */
  last_update: nullOr(Schema.DateTimeUtc),
  /** Its address in the network; null if unknown. */
  ip_address: nullOr(Schema.String),
  /** Its model; null if unknown. */
  model: nullOr(Schema.String),
  /** When it was last located; null if it never was. */
  location_last_update: nullOr(Schema.DateTimeUtc)
}) {}

/** The terminal that a device is. */
export class MdmDeviceMapping extends Schema.Class<MdmDeviceMapping>("MdmDeviceMapping")({
  /** The terminal that the device is. */
  terminal_id: Id,
  /** The kind of device management: always `headwind`. */
  type: Schema.Literal("headwind"),
  /** The id of the device in the device management. */
  mdm_device_id: Schema.String,
  /** When the terminal was linked with a device. */
  created_at: Schema.DateTimeUtc,
  /** When the link was last changed. */
  updated_at: Schema.DateTimeUtc,
  /** The name of the terminal. */
  terminal_name: Schema.String,
  /** The description of the terminal; null for none. */
  terminal_description: nullOr(Schema.String)
}) {}

/** A managed device and the terminal that it is linked with. */
export class MdmDeviceWithMapping extends Schema.Class<MdmDeviceWithMapping>("MdmDeviceWithMapping")({
  /** The device. */
  device: MdmDevice,
  /** The terminal that it is; null while it is linked with none. */
  mapping: nullOr(MdmDeviceMapping)
}) {}

const position = {
  /** In degrees, from -90 to 90; positive is north. */
  latitude: Schema.Finite,
  /** In degrees, from -180 to 180; positive is east. */
  longitude: Schema.Finite,
  /** When the device was there; null if unknown. */
  last_update: nullOr(Schema.DateTimeUtc)
}

/** Where a device was when the device management last heard of it. */
export class MdmDeviceLocation extends Schema.Class<MdmDeviceLocation>("MdmDeviceLocation")(position) {}

/** Where a terminal was last located. */
export class TerminalLocation extends Schema.Class<TerminalLocation>("TerminalLocation")({
  /** The terminal. */
  terminal_id: Id,
  /** The name of the terminal. */
  terminal_name: Schema.String,
  /** The id of its device in the device management. */
  mdm_device_id: Schema.String,
  ...position
}) {}

/** The terminal that a managed device is linked with. */
export class ChangeMdmDeviceMappingPayload
  extends Schema.Class<ChangeMdmDeviceMappingPayload>("ChangeMdmDeviceMappingPayload")({
    /** The id of the device in the device management, 1 to 255 characters. */
    mdm_device_id: DeviceId,
    /** The terminal that the device is. */
    terminal_id: Id
  })
{}

/** The terminal whose link with a managed device ends. */
export class RemoveMdmDeviceMappingPayload
  extends Schema.Class<RemoveMdmDeviceMappingPayload>("RemoveMdmDeviceMappingPayload")({
    /** The terminal whose link ends. */
    terminal_id: Id
  })
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
  /** When the devices were last read with success; null if they never were. */
  read_at: nullOr(Schema.DateTimeUtc),
  /** When the last reading failed; null if it did not. */
  failed_at: nullOr(Schema.DateTimeUtc),
  /** Why it failed or was not complete; null after a reading without a problem. */
  problem: nullOr(WrittenSentence)
}) {}
