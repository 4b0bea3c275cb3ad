import * as Money from "@wristbank/core/base/Money"
import { HttpRouter } from "effect/http"
import { absent, paid } from "../card-provider/FakeAnswer.ts"
import { FakeBook } from "../card-provider/FakeBook.ts"
import { fakeRoutes } from "../card-provider/FakeSumUp.ts"
import { paidByCard } from "./CardPayments.ts"
import type { Step } from "./Step.ts"
import { uuidOf } from "./TillRequests.ts"

/** Nothing listens there: calls to it are answered in this process. */
const address = new URL("http://cards.invalid/")

/** The stand-in of the card provider for a simulation, without a network. */
export const simulatedProvider = () => {
  const book = new FakeBook()
  const { handler } = HttpRouter.toWebHandler(fakeRoutes(book), { disableLogger: true })
  let lags = false
  const answer: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    return new URL(request.url).host === address.host ? handler(request) : globalThis.fetch(request)
  }
  return {
    address,
    fetch: answer,
    /** While the provider lags, it knows a payment only when it is asked for the second time. */
    setLag: (now: boolean): void => {
      lags = now
    },
    /** The guest of a step pays at the card reader. */
    pay: (step: Step): void => {
      const amount = Money.Cents.make(paidByCard(step))
      if (amount > 0n) book.answer(uuidOf(step), ...(lags ? [absent] : []), paid(amount))
    }
  }
}

export type SimulatedProvider = ReturnType<typeof simulatedProvider>
