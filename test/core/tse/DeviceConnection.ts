import * as DeviceSocket from "@wristbank/cli/tse/DeviceSocket"
import { type TseAccess, TseVendors } from "@wristbank/core/tse/TseDevice"
import * as Vendors from "@wristbank/core/tse/Vendors"
import { Duration, Effect, Layer, Redacted } from "effect"
import { loopbackRule } from "../../support/loopback.ts"
import { scriptedDevice } from "./ScriptedDevice.ts"

export const secret = "g3h31m"
export const secretOnTheWire = "ZzNoMzFt"

export const vendors = Vendors.layerOf({ answer: Duration.seconds(5), ping: Duration.seconds(2) }).pipe(
  Layer.provide(DeviceSocket.layerOf(loopbackRule))
)

export const accessTo = (address: string, changes: Partial<TseAccess> = {}): TseAccess => ({
  type: "diebold_nixdorf",
  url: `ws://${address}`,
  connectSeconds: 5,
  password: Redacted.make(secret),
  ...changes
})

export const connectTo = (access: TseAccess) => Effect.flatMap(TseVendors, ({ connect }) => connect(access))

/** A device and a connection to it. */
export const connected = Effect.gen(function*() {
  const device = yield* scriptedDevice
  const connection = yield* connectTo(accessTo(device.address))
  yield* device.heard
  return { device, connection }
})

export const receipt = {
  number: 1n,
  clientId: "1000",
  processType: "Kassenbeleg-V1",
  processData: "Beleg^0.00_0.00_0.00_0.00_0.00^"
}
