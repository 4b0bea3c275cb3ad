import { Context, Effect, Layer, Schema } from "effect"
import { layoutCatalogue } from "../journal/LineItem.ts"
import { requestHash } from "../journal/RequestHash.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { bookedAt, type BookingBasis, Bookings, decisionBasis, withBasis } from "./Bookings.ts"
import { OrderRepository, toSaleOutcome } from "./OrderRepository.ts"
import { PendingOrders } from "./PendingOrders.ts"
import { receiptLinks } from "./ReceiptLink.ts"
import {
  bookSale,
  Button,
  checkSale,
  CompletedSale,
  completeSale,
  type NewSale,
  PendingSale,
  type SaleInput
} from "./Sale.ts"

const Buttons = Schema.toCodecJson(Schema.Array(Button))
const encodeButtons = Schema.encodeSync(Buttons)
const decodeButtons = Schema.decodeUnknownEffect(Buttons)

/** Sales at terminals. */
export class Sales extends Context.Service<Sales>()("core/Sales", {
  make: Effect.gen(function*() {
    const bookings = yield* Bookings
    const orders = yield* OrderRepository
    const pendingOrders = yield* PendingOrders
    const bonUrl = yield* receiptLinks

    /** Previews a sale. */
    const check = (signedIn: TerminalCall<"can_book_orders">, sale: NewSale) =>
      bookings.check(
        { signedIn, uuid: sale.uuid, tagUid: sale.customer_tag_uid, write: false },
        (basis) => checkSale(inputOf(sale, basis))
      )

    /** The stored answer to a sale that was booked before. */
    const replay = Effect.fnUntraced(function*(orderId: bigint, basis: BookingBasis) {
      const row = yield* orders.find(basis.at.configuration.eventId, orderId)
      if (row === undefined) return yield* Effect.die(new Error(`Order ${orderId} is gone`))
      const buttons = yield* Effect.orDie(decodeButtons(row.buttons ?? []))
      return new CompletedSale({
        ...toSaleOutcome(row),
        buttons,
        bon_url: bonUrl(basis.at.configuration.settings, row.uuid)
      })
    })

    /** Books a sale; a repeated request gets the same answer. */
    const book = (signedIn: TerminalCall<"can_book_orders">, sale: NewSale) =>
      bookings.book(requestOf(signedIn, sale), {
        ...flow(sale),
        complete: (pending, { after, basis, orderId, stored }) =>
          completeSale(pending, {
            id: orderId,
            ...bookedAt(basis, stored),
            bon_url: bonUrl(basis.at.configuration.settings, sale.uuid)
          }, after),
        replay
      })

    /** Registers a sale that will be paid by card. */
    const register = (signedIn: TerminalCall<"can_book_orders">, sale: NewSale) =>
      pendingOrders.register({
        ...requestOf(signedIn, sale),
        ...flow(sale),
        orderType: "sale",
        paymentMethod: sale.payment_method,
        prepare: bookings.check(requestOf(signedIn, sale), withBasis(flow(sale).decide)),
        registered: (pending) => pending
      })

    return { book, check, register }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Bookings.layer, OrderRepository.layer, PendingOrders.layer])
  )
}

const requestOf = (signedIn: TerminalCall<"can_book_orders">, { customer_tag_uid: tagUid, uuid }: NewSale) => ({
  signedIn,
  uuid,
  tagUid,
  write: true
})

const flow = (sale: NewSale) => ({
  requestHash: requestHash("sale", sale),
  buttons: () => encodeButtons(sale.buttons),
  answer: PendingSale,
  decide: (basis: BookingBasis) => bookSale(inputOf(sale, basis))
})

const inputOf = (request: NewSale, basis: BookingBasis): SaleInput => ({
  request,
  ...decisionBasis(basis),
  catalogue: layoutCatalogue(basis.at.configuration, basis.at.till.profile.layout_id)
})
