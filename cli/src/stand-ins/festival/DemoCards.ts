import type { CardStandIn } from "@wristbank/core/card/CardStandIn"
import { Configuration } from "@wristbank/core/config/Configuration"
import { defaultCardProvider } from "@wristbank/core/config/Settings"
import { Context, Effect, Layer } from "effect"
import { paid } from "../card-provider/FakeAnswer.ts"
import { FakeSumUp } from "../card-provider/FakeSumUp.ts"
import { cardTopUps } from "./DemoBookings.ts"
import { canHoldDemo, festivalName, merchantCode } from "./DemoEvent.ts"
import { pastCardPayments } from "./DemoPast.ts"
import { keepAddress, runningAddress } from "./StandInAddress.ts"

/** Whether the demo event uses the stand-in. A configured provider is left alone. */
const canUseStandIn = Effect.gen(function*() {
  const { sumupUrl } = yield* Configuration
  return sumupUrl.href === defaultCardProvider.href && (yield* canHoldDemo)
})

/** The stand-in at an address, for the demo event only: payments of other events are real. */
const standInAt = (url: URL): CardStandIn => ({
  eventName: festivalName,
  merchantCode,
  url
})

/**
 * Starts the stand-in for the card provider until the scope closes; returns its address. Commands of other shells find it
 * by a file in the data folder.
 */
export const demoCards = Effect.gen(function*() {
  if (!(yield* canUseStandIn)) return undefined
  const fake = Context.get(yield* Layer.build(FakeSumUp.layer), FakeSumUp)
  for (const { amount, uuid } of [...cardTopUps, ...yield* pastCardPayments]) fake.book.answer(uuid, paid(amount))
  yield* keepAddress("demo-cards.address", fake.url)
  return standInAt(new URL(fake.url))
})

/** The stand-in that a live process runs for the demo on this database; `undefined` when there is none. */
export const runningCards = Effect.gen(function*() {
  const url = yield* runningAddress("demo-cards.address")
  return url !== null && (yield* canUseStandIn) ? standInAt(url) : undefined
})
