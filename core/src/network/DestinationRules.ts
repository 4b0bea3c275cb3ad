import { Context, Effect } from "effect"
import { Configuration, variableOf } from "../config/Configuration.ts"
import type { Destination, DestinationRule } from "./Destination.ts"

/** Where the demo's signing device answers, on this machine; null where there is none. */
export const DemoDevicePlace = Context.Reference<Destination | null>("core/DemoDevicePlace", {
  defaultValue: () => null
})

/** Where signing devices may be. */
export const deviceDestinations = Effect.gen(function*() {
  const { deviceNetworks } = yield* Configuration
  const demo = yield* DemoDevicePlace
  return ruleOf("deviceNetworks", deviceNetworks, demo === null ? [] : [demo])
})

/** Where mail servers may be. */
export const mailDestinations = Effect.map(Configuration, ({ mailNetworks }) => ruleOf("mailNetworks", mailNetworks))

const ruleOf = (
  name: string,
  networks: DestinationRule["networks"],
  exceptions: DestinationRule["exceptions"] = []
): DestinationRule => ({ networks, exceptions, setting: variableOf(name) })
