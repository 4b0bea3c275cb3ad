import { Effect } from "effect"
import type { Surroundings } from "../../support/BookingLoad.ts"
import { Festival } from "../../support/Festival.ts"

/** Tills and guests of the festival, for terminals that send to these addresses. */
export const surroundingsAt = Effect.fnUntraced(function*(...addresses: ReadonlyArray<string>) {
  const festival = yield* Festival
  yield* festival.setMaximum(1_000_000)
  const tills = [festival.bar, yield* festival.tills.open({ float: 500 })]
  const guests = yield* Effect.forEach(Array.from({ length: 8 }), () => festival.guest({ vouchers: 40 }))
  const surroundings: Surroundings = { addresses, festival, tills, guests }
  return surroundings
})
