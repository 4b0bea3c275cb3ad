import { Context, Effect, Layer, Result } from "effect"
import * as Money from "../base/Money.ts"
import { requestHash } from "../journal/RequestHash.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import type { StaffedTill } from "../till/TerminalState.ts"
import { answeredBy, bookedAt, type BookingPlace, Bookings, decisionBasis } from "./Bookings.ts"
import { CardPayments } from "./CardPayments.ts"
import { OrderRepository, toCashOutcome } from "./OrderRepository.ts"
import {
  bookPayOut,
  checkPayOut,
  CompletedPayOut,
  completePayOut,
  type NewPayOut,
  type PendingPayOut
} from "./PayOut.ts"
import { receiptLinks } from "./ReceiptLink.ts"

/** Cash pay-outs at terminals. */
export class PayOuts extends Context.Service<PayOuts>()("core/PayOuts", {
  make: Effect.gen(function*() {
    const bookings = yield* Bookings
    const cards = yield* CardPayments
    const orders = yield* OrderRepository
    const bonUrl = yield* receiptLinks

    /** Previews a pay-out. Unlike other checks it is refused at an archived node, like a change. */
    const check = (signedIn: TerminalCall<"can_book_orders">, payOut: NewPayOut) =>
      bookings.check(
        { signedIn, uuid: payOut.uuid, write: true },
        bookings.ofCustomer(
          payOut.customer_tag_uid,
          (basis) => checkPayOut({ request: payOut, ...decisionBasis(basis) })
        )
      )

    const replay = (payOut: NewPayOut) =>
      Effect.fnUntraced(function*(orderId: bigint, { configuration }: StaffedTill) {
        const row = yield* orders.find(configuration.eventId, orderId)
        if (row === undefined || row.customer_account_id === null || row.cashier_id === null) {
          return yield* Effect.die(new Error(`Pay-out ${orderId} is gone`))
        }
        return new CompletedPayOut({
          uuid: row.uuid,
          customer_tag_uid: payOut.customer_tag_uid,
          amount: Money.sum(row.lines.map((line) => line.total_price)),
          customer_account_id: row.customer_account_id,
          ...toCashOutcome(row),
          cashier_id: row.cashier_id,
          bon_url: bonUrl(configuration.settings, row.uuid)
        })
      })

    /** Books a pay-out; a repeated request gets the same answer. */
    const book = (signedIn: TerminalCall<"can_book_orders">, payOut: NewPayOut) => {
      const call = { signedIn, uuid: payOut.uuid, write: true, requestHash: requestHash("pay_out", payOut) }
      const answered = answeredBy<PendingPayOut, CompletedPayOut>({
        buttons: () => null,
        complete: (pending, booked) =>
          completePayOut(pending, {
            ...bookedAt(booked),
            bon_url: bonUrl(booked.place.at.configuration.settings, payOut.uuid)
          }, booked.after?.balance ?? pending.new_balance)
      })
      return bookings.book({
        ...call,
        load: bookings.ofCustomer(
          payOut.customer_tag_uid,
          (basis) => Result.map(bookPayOut({ request: payOut, ...decisionBasis(basis) }), answered)
        ),
        replay: replay(payOut),
        registered: (place: BookingPlace) => cards.refuse(call, place)
      })
    }

    return { book, check }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Bookings.layer, CardPayments.layer, OrderRepository.layer])
  )
}
