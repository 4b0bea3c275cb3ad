import { Context, Effect } from "effect"
import { Configuration } from "./Configuration.ts"
import type { Destination, DestinationRule } from "./Destination.ts"
import { variableOf } from "./Settings.ts"

/** The addresses of the demo's stand-ins on this machine, which no network has to be named for; null for those that do not run. */
export const DemoPlaces = Context.Reference<{
  readonly device: Destination | null
  readonly ticketShop: Destination | null
  readonly deviceManagement: Destination | null
}>("core/reference/DemoPlaces", { defaultValue: () => ({ device: null, ticketShop: null, deviceManagement: null }) })

/** The rule for connections to signing devices. */
export const deviceDestinations = Effect.gen(function*() {
  const { deviceNetworks } = yield* Configuration
  return ruleOf("deviceNetworks", deviceNetworks, (yield* DemoPlaces).device)
})

/** The rule for connections to mail servers. */
export const mailDestinations = Effect.map(Configuration, ({ mailNetworks }) => ruleOf("mailNetworks", mailNetworks))

/** The rule for connections to ticket shops. */
export const presaleDestinations = Effect.gen(function*() {
  const { presaleNetworks } = yield* Configuration
  return ruleOf("presaleNetworks", presaleNetworks, (yield* DemoPlaces).ticketShop)
})

/** The rule for connections to the device management. */
export const managementDestinations = Effect.gen(function*() {
  const { managementNetworks } = yield* Configuration
  return ruleOf("managementNetworks", managementNetworks, (yield* DemoPlaces).deviceManagement)
})

const ruleOf = (
  name: string,
  networks: DestinationRule["networks"],
  exception: Destination | null = null
): DestinationRule => ({ networks, exceptions: exception === null ? [] : [exception], setting: variableOf(name) })
