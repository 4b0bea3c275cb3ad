import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import {
  devicePassword,
  openSignedDevice,
  type SignedDevice,
  type SignedDeviceOptions
} from "../../support/SignedDevice.ts"
import { connectTo } from "./DeviceConnection.ts"

export const connectionTo = (device: SignedDevice, password = devicePassword) =>
  connectTo({ type: "diebold_nixdorf", url: device.url, connectSeconds: 5, password })

/** A device, a connection to it, and a client that is known to it. */
export const line = Effect.fnUntraced(function*(options: SignedDeviceOptions = {}) {
  const device = yield* openSignedDevice(options)
  const connection = yield* connectionTo(device)
  yield* connection.register("1000")
  return { device, memory: device.memory, connection }
})

/** Waits for what the other end does in the meantime; what never happens the test's own time limit ends. */
export const until = Effect.fnUntraced(function*(happened: () => boolean) {
  while (!happened()) yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
})

/** How the work fails once the device has done its part and the time for an answer is over. */
export const failsInTime = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>, done: () => boolean) {
  const failing = yield* Effect.forkChild(Effect.flip(work))
  yield* until(done)
  yield* TestClock.adjust("5 seconds")
  return yield* Fiber.join(failing)
})

export const sale = (number: bigint, clientId = "1000") => ({
  number,
  clientId,
  processType: "Kassenbeleg-V1",
  processData: "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar"
})
