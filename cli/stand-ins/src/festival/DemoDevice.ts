import { Configuration } from "@wristbank/core/base/Configuration"
import { NewTse, UpdateTse } from "@wristbank/core/fiscal/Tse"
import { TseRepository } from "@wristbank/core/fiscal/TseRepository"
import { Tses } from "@wristbank/core/fiscal/Tses"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { keyOfSeed } from "../tse/device/DeviceKey.ts"
import { virtualDevice } from "../tse/device/DeviceProfile.ts"
import { fileJournal } from "../tse/DeviceJournal.ts"
import { serveDevice } from "../tse/DeviceServer.ts"
import { claimJournal } from "../tse/JournalClaim.ts"
import { makeSimulatedDevice } from "../tse/SimulatedDevice.ts"
import { canHoldDemo } from "./DemoEvent.ts"

/** Raised when the key of the demo's device can't be kept in the data folder. */
class DemoDeviceError extends Schema.TaggedError<DemoDeviceError>()("DemoDeviceError", {
  message: Schema.String
}) {}

/** The simulated signing device of the demo. */
export interface DemoDevice {
  readonly url: string
  readonly serial: string
}

/** The default password of simulated devices. */
const password = "12345"

/** A stick takes 250 ms; the demo, which has two days to sign, need not wait that long. */
const signingMillis = 1

/** The text of a file that only its owner can read; makes the file when it is missing. */
export type SecretFile = (path: string, make: () => string) => Promise<string>

/**
 * Starts a signing device until the scope closes, with its key and memory in the data folder. Only the demo event gets it,
 * as its signatures prove nothing.
 */
export const startDevice = Effect.fnUntraced(function*(secretFile: SecretFile) {
  const { dataDir } = yield* Configuration
  const sql = yield* SqlClient.SqlClient
  if (!(yield* canHoldDemo)) return undefined
  const key = keyOfSeed(yield* keptSeed(secretFile, join(dataDir, "demo-device.key")))
  const journal = join(dataDir, "demo-device.journal")
  yield* claimJournal(journal)
  const device = yield* makeSimulatedDevice({
    device: virtualDevice(key, "device"),
    journal: yield* fileJournal(journal, key.serial),
    delay: signingMillis
  })
  // The device keeps its port, so that stored addresses stay right, and gets another when the port is taken.
  const [known] = yield* sql<{ url: string }>`select ws_url as url from tse where serial = ${key.serial}`
  const at = (port: number) => serveDevice(device, { host: "127.0.0.1", port })
  const { url } = yield* Effect.catch(at(Number(URL.parse(known?.url ?? "")?.port ?? 0)), () => at(0))
  return { url, serial: key.serial } satisfies DemoDevice
})

/** Adds the device to the festival, or updates its address. */
export const connectDevice = Effect.fnUntraced(function*(caller: AtEvent, { serial, url }: DemoDevice) {
  const tses = yield* Tses
  const all = yield* Effect.orDie((yield* TseRepository).list(placeOf(caller)))
  const known = all.find((tse) => tse.serial === serial)
  const device = { ws_url: url, ws_timeout: 5, first_operation: null, password }
  if (known === undefined) {
    const name = all.length === 0 ? "Simulated device" : `Simulated device ${serial.slice(0, 8)}`
    yield* tses.create(caller, new NewTse({ ...device, name, type: "diebold_nixdorf", serial }))
  } else if (known.ws_url !== url && known.status !== "disabled") {
    yield* tses.update(caller, known.id, new UpdateTse({ ...device, name: known.name }))
  }
})

const keptSeed = (secretFile: SecretFile, path: string) =>
  Effect.tryPromise({
    try: () => secretFile(path, randomUUID),
    catch: (cause) =>
      new DemoDeviceError({
        message: `The key of the demo's signing device can't be kept: ${cause instanceof Error ? cause.message : cause}`
      })
  })
