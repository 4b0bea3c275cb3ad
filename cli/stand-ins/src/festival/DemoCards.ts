import { Context, Effect, Layer } from "effect"
import { paid } from "../card-provider/FakeAnswer.ts"
import { FakeSumUp } from "../card-provider/FakeSumUp.ts"
import { cardTopUps } from "./DemoBookings.ts"
import { pastCardPayments } from "./DemoPast.ts"
import { addressFile, canUseStandIn, standInAt } from "./RunningCards.ts"
import { keepAddress } from "./StandInAddress.ts"

/**
 * Starts the stand-in for the card provider until the scope closes; returns its address. Commands of other shells find it
 * by a file in the data folder.
 */
export const demoCards = Effect.gen(function*() {
  if (!(yield* canUseStandIn)) return undefined
  const fake = Context.get(yield* Layer.build(FakeSumUp.layer), FakeSumUp)
  for (const { amount, uuid } of [...cardTopUps, ...yield* pastCardPayments]) fake.book.answer(uuid, paid(amount))
  yield* keepAddress(addressFile, fake.url)
  return standInAt(new URL(fake.url))
})
