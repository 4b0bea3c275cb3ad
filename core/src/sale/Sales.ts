import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { listTotal } from "../journal/LineItem.ts"
import { Reduction } from "../journal/Order.ts"
import { requestHash } from "../journal/RequestHash.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import type { StaffedTill } from "../till/TerminalState.ts"
import { tillPrices } from "../till/TillPrices.ts"
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
    const cards = yield* CardPayments
    const orders = yield* OrderRepository
    const pendingOrders = yield* PendingOrders
    const bonUrl = yield* receiptLinks

    /** Previews a sale. */
    const check = (signedIn: TerminalCall<"can_book_orders">, sale: NewSale) =>
      atMoment((now) =>
        bookings.check(
          { signedIn, uuid: sale.uuid, write: false },
          bookings.ofCustomer(sale.customer_tag_uid, (basis) => checkSale(inputOf(sale, basis, now)))
        )
      )

    /** The stored answer to a sale that was booked before. */
    const replay = Effect.fnUntraced(function*(orderId: bigint, { configuration }: StaffedTill) {
      const row = yield* orders.find(configuration.eventId, orderId)
      if (row === undefined) return yield* Effect.die(new Error(`Order ${orderId} is gone`))
      const buttons = yield* Effect.orDie(decodeButtons(row.buttons ?? []))
      return new CompletedSale({
        ...toSaleOutcome(row),
        buttons,
        priced_at: row.priced_at ?? row.booked_at,
        list_total: listTotal(row.lines),
        reductions: (row.reductions ?? []).map((one) => new Reduction(one)),
        bon_url: bonUrl(configuration.settings, row.uuid)
      })
    })

    const kindOf = (sale: NewSale) => ({
      buttons: () => encodeButtons(sale.buttons),
      answer: PendingSale,
      complete: (pending: PendingSale, booked: BookedOrder) =>
        completeSale(pending, {
          id: booked.orderId,
          ...bookedAt(booked),
          priced_at: booked.draft.pricedAt ?? booked.stored.booked_at,
          bon_url: bonUrl(booked.place.at.configuration.settings, sale.uuid)
        }, booked.after)
    })

    /** Books a sale; a repeated request gets the same answer. */
    const book = (signedIn: TerminalCall<"can_book_orders">, sale: NewSale) =>
      atMoment((now) => {
        const call = callOf(signedIn, sale)
        const kind = kindOf(sale)
        const decide = (basis: BookingBasis) => Result.map(bookSale(inputOf(sale, basis, now)), answeredBy(kind))
        const request = {
          ...call,
          load: bookings.ofCustomer(sale.customer_tag_uid, decide),
          replay,
          registered: (place: BookingPlace) => cards.refuse(call, place)
        }
        return sale.payment_method === "sumup" ? cards.book(request, keptBy(kind)) : bookings.book(request)
      })

    /** Registers a sale that will be paid by card. */
    const register = (signedIn: TerminalCall<"can_book_orders">, sale: NewSale) =>
      atMoment((now) => {
        const call = callOf(signedIn, sale)
        const decide = withBasis((basis: BookingBasis) => bookSale(inputOf(sale, basis, now)))
        return pendingOrders.register({
          ...call,
          ...kindOf(sale),
          orderType: "sale",
          paymentMethod: sale.payment_method,
          prepare: bookings.check(call, bookings.ofCustomer(sale.customer_tag_uid, decide)),
          registered: (pending) => pending
        })
      })

    return { book, check, register }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Bookings.layer, CardPayments.layer, OrderRepository.layer, PendingOrders.layer])
  )
}

const callOf = (signedIn: TerminalCall<"can_book_orders">, sale: NewSale) => ({
  signedIn,
  uuid: sale.uuid,
  write: true,
  requestHash: requestHash("sale", sale)
})

/** When a request came in decides its prices, however long its decision waits. */
const atMoment = <A, E, R>(answer: (now: number) => Effect.Effect<A, E, R>) =>
  Clock.clockWith((clock) => answer(clock.currentTimeMillisUnsafe()))

const inputOf = (request: NewSale, basis: BookingBasis, now: number): SaleInput => {
  const prices = tillPrices(basis.at.configuration, basis.at.till, now)
  return { request, ...decisionBasis(basis), catalogue: prices.catalogueAt(now), prices }
}
