import { isValid, serialOf } from "@wristbank/core/tse/SignatureCheck"
import type { TseFields } from "@wristbank/core/tse/TseFrame"
import { keyOfScalar, keyOfSeed, publicTestScalar } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { type DeviceProfileName, virtualDevice } from "@wristbank/stand-ins/tse/device/DeviceProfile"
import {
  type DeviceEvent,
  type DeviceState,
  newDevice,
  type SignedRecord
} from "@wristbank/stand-ins/tse/device/DeviceState"
import { frameOf } from "@wristbank/stand-ins/tse/device/DeviceText"
import { step } from "@wristbank/stand-ins/tse/device/VirtualDevice"
import { DateTime, type Schema } from "effect"

export const testKey = keyOfScalar(publicTestScalar) ?? keyOfSeed("")

/** The password of a new device, as it is sent. */
export const password = "MTIzNDU="
export const wrongPassword = "NTQzMjE="

/** A device with a stopped clock that gets one command after the other. */
export class DeviceSession {
  readonly device
  readonly events: Array<DeviceEvent> = []
  state: DeviceState = newDevice
  now = DateTime.makeUnsafe("2026-11-20T18:07:52.999Z")

  constructor(profile: DeviceProfileName = "simulator", key = testKey) {
    this.device = virtualDevice(key, profile)
  }

  ask(fields: TseFields): Schema.JsonObject {
    const { answer, event, state } = step(this.device, this.state, fields, this.now)
    if (event !== null) this.events.push(event)
    this.state = state
    return answer
  }

  /** The answer on the wire, without its frame. */
  text(fields: TseFields): string {
    return frameOf(this.ask(fields)).slice(1, -2)
  }

  /** The code of the refusal; null when the command was carried out. */
  code(fields: TseFields): Schema.Json {
    return this.ask(fields)["Code"] ?? null
  }

  command(name: string, fields: TseFields = {}): Schema.Json {
    return this.code({ Command: name, PingPong: 0, Password: password, ...fields })
  }

  get signed(): ReadonlyArray<SignedRecord> {
    return this.events.flatMap((event) => event.event === "signed" ? [event] : [])
  }

  /** Whether the signature matches the content of the record. */
  verifies(record: SignedRecord): boolean {
    const { key } = this.device
    return isValid(
      {
        ...record,
        transactionNumber: BigInt(record.transaction),
        serial: serialOf(key.publicKey),
        algorithm: key.algorithm,
        signatureCounter: BigInt(record.counter),
        logTime: DateTime.makeUnsafe(record.logTime * 1000),
        timeFormat: "unixTime"
      },
      Buffer.from(record.signature, "hex"),
      key.publicKey
    )
  }
}
