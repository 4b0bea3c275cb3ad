import { Context, Effect, Layer } from "effect"
import * as Money from "../base/Money.ts"
import { requestHash } from "../journal/RequestHash.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { bookedAt, type BookingBasis, Bookings, decisionBasis } from "./Bookings.ts"
import { OrderRepository, toCashOutcome } from "./OrderRepository.ts"
import { bookPayOut, checkPayOut, CompletedPayOut, completePayOut, type NewPayOut } from "./PayOut.ts"
import { receiptLinks } from "./ReceiptLink.ts"

/** Cash pay-outs at terminals. */
export class PayOuts extends Context.Service<PayOuts>()("core/PayOuts", {
  make: Effect.gen(function*() {
    const bookings = yield* Bookings
    const orders = yield* OrderRepository
    const bonUrl = yield* receiptLinks

    /** Previews a pay-out. Unlike other checks it is refused at an archived node, like a change. */
    const check = (signedIn: TerminalCall<"can_book_orders">, payOut: NewPayOut) =>
      bookings.check(
        { signedIn, uuid: payOut.uuid, tagUid: payOut.customer_tag_uid, write: true },
        (basis) => checkPayOut({ request: payOut, ...decisionBasis(basis) })
      )

    const replay = (payOut: NewPayOut) =>
      Effect.fnUntraced(function*(orderId: bigint, { at }: BookingBasis) {
        const row = yield* orders.find(at.configuration.eventId, orderId)
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
          bon_url: bonUrl(at.configuration.settings, row.uuid)
        })
      })

    /** Books a pay-out; a repeated request gets the same answer. */
    const book = (signedIn: TerminalCall<"can_book_orders">, payOut: NewPayOut) =>
      bookings.book({ signedIn, uuid: payOut.uuid, tagUid: payOut.customer_tag_uid, write: true }, {
        requestHash: requestHash("pay_out", payOut),
        buttons: () => null,
        decide: (basis) => bookPayOut({ request: payOut, ...decisionBasis(basis) }),
        complete: (pending, { after, basis, stored }) =>
          completePayOut(pending, {
            ...bookedAt(basis, stored),
            bon_url: bonUrl(basis.at.configuration.settings, payOut.uuid)
          }, after?.balance ?? pending.new_balance),
        replay: replay(payOut)
      })

    return { book, check }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Bookings.layer, OrderRepository.layer]))
}
