import { Context, Effect, Layer } from "effect"
import { requestHash } from "../journal/RequestHash.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { bookedAt, type BookingBasis, Bookings, decisionBasis, withBasis } from "./Bookings.ts"
import { OrderRepository, toCashOutcome } from "./OrderRepository.ts"
import { PendingOrders } from "./PendingOrders.ts"
import { receiptLinks } from "./ReceiptLink.ts"
import { bookTopUp, checkTopUp, CompletedTopUp, completeTopUp, type NewTopUp, PendingTopUp } from "./TopUp.ts"

/** Top-ups at terminals. */
export class TopUps extends Context.Service<TopUps>()("core/TopUps", {
  make: Effect.gen(function*() {
    const bookings = yield* Bookings
    const orders = yield* OrderRepository
    const pendingOrders = yield* PendingOrders
    const bonUrl = yield* receiptLinks

    const check = (signedIn: TerminalCall<"can_book_orders">, topUp: NewTopUp) =>
      bookings.check(
        { signedIn, uuid: topUp.uuid, tagUid: topUp.customer_tag_uid, write: false },
        (basis) => checkTopUp({ request: topUp, ...decisionBasis(basis) })
      )

    const replay = (topUp: NewTopUp) =>
      Effect.fnUntraced(function*(orderId: bigint, { at }: BookingBasis) {
        const row = yield* orders.find(at.configuration.eventId, orderId)
        if (row === undefined || row.customer_account_id === null) {
          return yield* Effect.die(new Error(`Top-up ${orderId} is gone`))
        }
        return new CompletedTopUp({
          ...topUp,
          customer_account_id: row.customer_account_id,
          ...toCashOutcome(row),
          bon_url: bonUrl(at.configuration.settings, row.uuid)
        })
      })

    /** Books a top-up; a repeated request gets the same answer. */
    const book = (signedIn: TerminalCall<"can_book_orders">, topUp: NewTopUp) =>
      bookings.book(requestOf(signedIn, topUp), {
        ...flow(topUp),
        complete: (pending, { after, basis, stored }) =>
          completeTopUp(pending, {
            ...bookedAt(basis, stored),
            bon_url: bonUrl(basis.at.configuration.settings, topUp.uuid)
          }, after?.balance ?? pending.new_balance),
        replay: replay(topUp)
      })

    /** Registers a top-up that will be paid by card. */
    const register = (signedIn: TerminalCall<"can_book_orders">, topUp: NewTopUp) =>
      pendingOrders.register({
        ...requestOf(signedIn, topUp),
        ...flow(topUp),
        orderType: "top_up",
        paymentMethod: topUp.payment_method,
        prepare: bookings.check(requestOf(signedIn, topUp), withBasis(flow(topUp).decide)),
        registered: (pending, { settings, ...at }) =>
          completeTopUp(pending, { ...at, bon_url: bonUrl(settings, topUp.uuid) }, pending.new_balance)
      })

    return { book, check, register }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Bookings.layer, OrderRepository.layer, PendingOrders.layer])
  )
}

const requestOf = (signedIn: TerminalCall<"can_book_orders">, { customer_tag_uid: tagUid, uuid }: NewTopUp) => ({
  signedIn,
  uuid,
  tagUid,
  write: true
})

const flow = (topUp: NewTopUp) => ({
  requestHash: requestHash("top_up", topUp),
  buttons: () => null,
  answer: PendingTopUp,
  decide: (basis: BookingBasis) => bookTopUp({ request: topUp, ...decisionBasis(basis) })
})
