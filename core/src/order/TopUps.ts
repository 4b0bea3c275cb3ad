import { Context, Effect, Layer } from "effect"
import type { SignedInTerminal } from "../till/Terminal.ts"
import { bookedAt, type BookingBasis, Bookings, decisionBasis } from "./Bookings.ts"
import { OrderRepository, toCashOutcome } from "./OrderRepository.ts"
import { requestHash } from "./RequestHash.ts"
import { bookTopUp, checkTopUp, CompletedTopUp, completeTopUp, type NewTopUp } from "./TopUp.ts"

/** Top-ups at terminals. */
export class TopUps extends Context.Service<TopUps>()("core/TopUps", {
  make: Effect.gen(function*() {
    const bookings = yield* Bookings
    const orders = yield* OrderRepository

    const check = (signedIn: SignedInTerminal, topUp: NewTopUp) =>
      bookings.check(
        { signedIn, uuid: topUp.uuid, tagUid: topUp.customer_tag_uid, write: false },
        (basis) => checkTopUp({ request: topUp, ...decisionBasis(basis) })
      )

    const again = (topUp: NewTopUp) =>
      Effect.fnUntraced(function*(orderId: bigint, { at }: BookingBasis) {
        const row = yield* orders.find(at.configuration.eventId, orderId)
        if (row === undefined || row.customer_account_id === null) {
          return yield* Effect.die(new Error(`Top-up ${orderId} is gone`))
        }
        return new CompletedTopUp({
          ...topUp,
          customer_account_id: row.customer_account_id,
          ...toCashOutcome(row)
        })
      })

    /** Books a top-up; the same request again gets the same answer. */
    const book = (signedIn: SignedInTerminal, topUp: NewTopUp) =>
      bookings.book({ signedIn, uuid: topUp.uuid, tagUid: topUp.customer_tag_uid, write: true }, {
        requestHash: requestHash("top_up", topUp),
        buttons: () => null,
        decide: (basis) => bookTopUp({ request: topUp, ...decisionBasis(basis) }),
        complete: (pending, { after, basis, stored }) =>
          completeTopUp(pending, bookedAt(basis, stored), after?.balance ?? pending.new_balance),
        again: again(topUp)
      })

    return { book, check }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
