import { Configuration } from "@wristbank/core/base/Configuration"
import { defaultCardProvider } from "@wristbank/core/base/Settings"
import type { CardStandIn } from "@wristbank/core/card/CardStandIn"
import { Effect } from "effect"
import { canHoldDemo, festivalName, merchantCode } from "./DemoEvent.ts"
import { runningAddress } from "./StandInAddress.ts"

/** The file with the address of the stand-in, in the data folder. */
export const addressFile = "demo-cards.address"

/** Whether the demo event uses the stand-in. A configured provider is left alone. */
export const canUseStandIn = Effect.gen(function*() {
  const { sumupUrl } = yield* Configuration
  return sumupUrl.href === defaultCardProvider.href && (yield* canHoldDemo)
})

/** The stand-in at an address, for the demo event only: payments of other events are real. */
export const standInAt = (url: URL): CardStandIn => ({
  eventName: festivalName,
  merchantCode,
  url
})

/** The stand-in that a live process runs for the demo on this database; `undefined` when there is none. */
export const runningCards = Effect.gen(function*() {
  const url = yield* runningAddress(addressFile)
  return url !== null && (yield* canUseStandIn) ? standInAt(url) : undefined
})
