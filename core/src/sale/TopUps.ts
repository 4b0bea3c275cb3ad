import { Context, Effect, Layer, Result } from "effect"
import { requestHash } from "../journal/RequestHash.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import type { StaffedTill } from "../till/TerminalState.ts"
import {
  answeredBy,
  bookedAt,
  type BookedOrder,
  type BookingBasis,
  type BookingPlace,
  Bookings,
  decisionBasis,
  withBasis
} from "./Bookings.ts"
import { CardPayments, keptBy } from "./CardPayments.ts"
import { OrderRepository, toCashOutcome } from "./OrderRepository.ts"
import { PendingOrders } from "./PendingOrders.ts"
import { receiptLinks } from "./ReceiptLink.ts"
import { bookTopUp, checkTopUp, CompletedTopUp, completeTopUp, type NewTopUp, PendingTopUp } from "./TopUp.ts"

/** Top-ups at terminals. */
export class TopUps extends Context.Service<TopUps>()("core/TopUps", {
  make: Effect.gen(function*() {
    const bookings = yield* Bookings
    const cards = yield* CardPayments
    const orders = yield* OrderRepository
    const pendingOrders = yield* PendingOrders
    const bonUrl = yield* receiptLinks

    const check = (signedIn: TerminalCall<"can_book_orders">, topUp: NewTopUp) =>
      bookings.check(
        { signedIn, uuid: topUp.uuid, write: false },
        bookings.ofCustomer(topUp.customer_tag_uid, (basis) => checkTopUp({ request: topUp, ...decisionBasis(basis) }))
      )

    const replay = (topUp: NewTopUp) =>
      Effect.fnUntraced(function*(orderId: bigint, { configuration }: StaffedTill) {
        const row = yield* orders.find(configuration.eventId, orderId)
        if (row === undefined || row.customer_account_id === null) {
          return yield* Effect.die(new Error(`Top-up ${orderId} is gone`))
        }
        return new CompletedTopUp({
          ...topUp,
          customer_account_id: row.customer_account_id,
          ...toCashOutcome(row),
          bon_url: bonUrl(configuration.settings, row.uuid)
        })
      })

    const kindOf = (topUp: NewTopUp) => ({
      buttons: () => null,
      answer: PendingTopUp,
      complete: (pending: PendingTopUp, booked: BookedOrder) =>
        completeTopUp(pending, {
          ...bookedAt(booked),
          bon_url: bonUrl(booked.place.at.configuration.settings, topUp.uuid)
        }, booked.after?.balance ?? pending.new_balance)
    })

    /** Books a top-up; a repeated request gets the same answer. */
    const book = (signedIn: TerminalCall<"can_book_orders">, topUp: NewTopUp) => {
      const call = callOf(signedIn, topUp)
      const kind = kindOf(topUp)
      const decide = (basis: BookingBasis) => Result.map(decideBooking(topUp, basis), answeredBy(kind))
      const request = {
        ...call,
        load: bookings.ofCustomer(topUp.customer_tag_uid, decide),
        replay: replay(topUp),
        registered: (place: BookingPlace) => cards.refuse(call, place)
      }
      return topUp.payment_method === "sumup" ? cards.book(request, keptBy(kind)) : bookings.book(request)
    }

    /** Registers a top-up that will be paid by card. */
    const register = (signedIn: TerminalCall<"can_book_orders">, topUp: NewTopUp) => {
      const call = callOf(signedIn, topUp)
      const decide = withBasis((basis: BookingBasis) => decideBooking(topUp, basis))
      return pendingOrders.register({
        ...call,
        ...kindOf(topUp),
        orderType: "top_up",
        paymentMethod: topUp.payment_method,
        prepare: bookings.check(call, bookings.ofCustomer(topUp.customer_tag_uid, decide)),
        registered: (pending, { settings, ...at }) =>
          completeTopUp(pending, { ...at, bon_url: bonUrl(settings, topUp.uuid) }, pending.new_balance)
      })
    }

    return { book, check, register }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Bookings.layer, CardPayments.layer, OrderRepository.layer, PendingOrders.layer])
  )
}

const callOf = (signedIn: TerminalCall<"can_book_orders">, topUp: NewTopUp) => ({
  signedIn,
  uuid: topUp.uuid,
  write: true,
  requestHash: requestHash("top_up", topUp)
})

const decideBooking = (request: NewTopUp, basis: BookingBasis) => bookTopUp({ request, ...decisionBasis(basis) })
