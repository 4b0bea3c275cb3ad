import type { DeviceFault, Misbehaviour } from "@wristbank/stand-ins/tse/device/DeviceFault"
import { type DeviceCurve, keyOfScalar, keyOfSeed, publicTestScalar } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { type DeviceProfileName, virtualDevice } from "@wristbank/stand-ins/tse/device/DeviceProfile"
import { memoryJournal } from "@wristbank/stand-ins/tse/DeviceJournal"
import { serveDevice } from "@wristbank/stand-ins/tse/DeviceServer"
import { makeSimulatedDevice } from "@wristbank/stand-ins/tse/SimulatedDevice"
import { type Duration, Effect, Redacted } from "effect"

/** Options of a test's device. By default it has the public test key and signs without delay. */
export interface SignedDeviceOptions {
  /** Each text gives another key and therefore another serial number. */
  readonly seed?: string
  /** The curve of cloud devices, secp256r1, is some ten times cheaper to sign on. */
  readonly curve?: DeviceCurve
  readonly profile?: DeviceProfileName
  /** The time that a signed operation takes. */
  readonly delay?: Duration.Input
}

/** The password of all simulated devices. */
export const devicePassword = Redacted.make("12345")

/**
 * Starts a signing device on a free port of this machine until the scope closes: real signatures, a real WebSocket, its
 * memory in the process. `memory` is its state, to inspect and to disturb (`state`, `log`, `change`, `block`). `device` can
 * `drop` its connections, `restart`, `setDelay` and `say` something. `next` makes the next command of a name misbehave.
 */
export const openSignedDevice = Effect.fnUntraced(function*(options: SignedDeviceOptions = {}) {
  const key = options.seed === undefined && options.curve === undefined
    ? publicTestKey
    : keyOfSeed(options.seed ?? "", options.curve)
  const device = yield* makeSimulatedDevice({
    device: virtualDevice(key, options.profile ?? "device"),
    journal: memoryJournal(),
    delay: options.delay ?? 0
  })
  const { url, welcome } = yield* serveDevice(device, { host: "127.0.0.1", port: 0 })
  return {
    url,
    serial: key.serial,
    /** The uncompressed point in base64. */
    publicKey: Buffer.from(key.publicKey).toString("base64"),
    device,
    memory: device.memory,
    /** The reaction to new connections: accept, refuse, hang. */
    welcome,
    /** Makes the next command of that name misbehave, after `skip` others and for `times` times. */
    next: (command: NonNullable<DeviceFault["command"]>, misbehaviour: Misbehaviour, { skip = 0, times = 1 } = {}) =>
      device.memory.addFaults({ command, skip, times, misbehaviour })
  }
})

export type SignedDevice = Effect.Success<ReturnType<typeof openSignedDevice>>

const publicTestKey = keyOfScalar(publicTestScalar) ?? keyOfSeed("public test key")
