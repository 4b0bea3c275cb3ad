import { type Duration, Effect, Schema } from "effect"
import type { DeviceFault } from "./device/DeviceFault.ts"
import { type DeviceCurve, type DeviceKey, keyOfScalar, keyOfSeed, publicTestScalar } from "./device/DeviceKey.ts"
import { type DeviceProfileName, virtualDevice } from "./device/DeviceProfile.ts"
import { serveControl } from "./DeviceControl.ts"
import { fileJournal, memoryJournal } from "./DeviceJournal.ts"
import { type DeviceAddress, serveDevice } from "./DeviceServer.ts"
import { claimJournal } from "./JournalClaim.ts"
import { makeSimulatedDevice } from "./SimulatedDevice.ts"

/** Raised when a private key is not on the curve. */
export class NoDeviceKey extends Schema.TaggedError<NoDeviceKey>()("NoDeviceKey", { message: Schema.String }) {}

export interface SimulateOptions extends DeviceAddress {
  readonly profile: DeviceProfileName
  readonly curve: DeviceCurve
  /** A private number in hexadecimal digits, or any text; without either it is the public test key. */
  readonly key: string | undefined
  readonly seed: string | undefined
  /** How long a signed operation takes. */
  readonly delay: Duration.Input
  /** File of its memory; without one the memory ends with the process. */
  readonly state: string | undefined
  /** Port of its control interface, on the loopback interface; `undefined` for none. */
  readonly controlPort: number | undefined
  readonly faults: ReadonlyArray<DeviceFault>
}

/** Runs a simulated device until the scope closes; returns its description for operators. */
export const simulate = Effect.fnUntraced(function*(options: SimulateOptions) {
  const key = yield* keyOf(options)
  if (options.state !== undefined) yield* claimJournal(options.state)
  const device = yield* makeSimulatedDevice({
    device: virtualDevice(key, options.profile),
    journal: options.state === undefined ? memoryJournal() : yield* fileJournal(options.state, key.serial),
    delay: options.delay
  })
  device.memory.addFaults(...options.faults)
  const server = yield* serveDevice(device, options)
  const control = options.controlPort === undefined
    ? undefined
    : yield* serveControl(device, server, { host: "127.0.0.1", port: options.controlPort })
  return { url: server.url, serial: key.serial, control }
})

const keyOf = ({ curve, key, seed }: SimulateOptions): Effect.Effect<DeviceKey, NoDeviceKey> => {
  if (seed !== undefined) return Effect.succeed(keyOfSeed(seed, curve))
  const chosen = key === undefined && curve !== "brainpoolP384r1"
    ? keyOfSeed("public test key", curve)
    : keyOfScalar(key ?? publicTestScalar, curve)
  return chosen === undefined
    ? Effect.fail(new NoDeviceKey({ message: `That is no private key of ${curve}` }))
    : Effect.succeed(chosen)
}
