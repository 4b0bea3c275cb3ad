import { Context, Effect } from "effect"
import { Configuration, variableOf } from "../config/Configuration.ts"
import type { Destination, DestinationRule } from "./Destination.ts"

/** The address of the demo's signing device on this machine; null without a demo. */
export const DemoDevicePlace = Context.Reference<Destination | null>("core/DemoDevicePlace", {
  defaultValue: () => null
})

/** The rule for connections to signing devices. */
export const deviceDestinations = Effect.gen(function*() {
  const { deviceNetworks } = yield* Configuration
  const demo = yield* DemoDevicePlace
  return ruleOf("deviceNetworks", deviceNetworks, demo === null ? [] : [demo])
})

/** The rule for connections to mail servers. */
export const mailDestinations = Effect.map(Configuration, ({ mailNetworks }) => ruleOf("mailNetworks", mailNetworks))

/** The rule for connections to ticket shops. */
export const presaleDestinations = Effect.map(
  Configuration,
  ({ presaleNetworks }) => ruleOf("presaleNetworks", presaleNetworks)
)

const ruleOf = (
  name: string,
  networks: DestinationRule["networks"],
  exceptions: DestinationRule["exceptions"] = []
): DestinationRule => ({ networks, exceptions, setting: variableOf(name) })
