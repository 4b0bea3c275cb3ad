import { Cents } from "@wristbank/core/base/Money"
import * as Money from "@wristbank/core/base/Money"
import { Button, NewSale } from "@wristbank/core/sale/Sale"
import { Sales } from "@wristbank/core/sale/Sales"
import { NewTicketSale } from "@wristbank/core/sale/TicketSale"
import { TicketSales } from "@wristbank/core/sale/TicketSales"
import { UserTagScan } from "@wristbank/core/sale/TicketScan"
import { NewTopUp } from "@wristbank/core/sale/TopUp"
import { TopUps } from "@wristbank/core/sale/TopUps"
import type { TerminalCall, TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Effect } from "effect"
import { Festival, type Guest, sale, topUp } from "../../support/Festival.ts"
import { FestivalTickets, scanOf, ticketSale, type Wristband } from "../../support/FestivalTickets.ts"
import { bookingCall } from "./bookingCall.ts"

/** An order by card, with the calls of its terminal, its guest and the provider. */
export interface CardOrder {
  readonly kind: "topup" | "sale" | "ticket-sale"
  readonly uuid: string
  /** Its total. */
  readonly amount: Cents
  readonly register: Effect.Effect<unknown>
  readonly book: Effect.Effect<unknown>
  readonly cancel: Effect.Effect<unknown>
  /** The terminal's booking, through the services of one process. */
  readonly bookWithin: Effect.Effect<unknown, unknown, Sales | TerminalGuard | TicketSales | TopUps>
  /** Another guest takes the tag that it would hand out, for cash. */
  readonly outbid: Effect.Effect<unknown>
}

const card = { payment_method: "sumup" } as const

type Device = Festival["Service"]["bar"]

const calls = (kind: CardOrder["kind"], till: Device, request: { readonly uuid: string }) => ({
  kind,
  uuid: request.uuid,
  register: till.post(`/order/register-pending-${kind}`, request),
  book: till.post(`/order/book-${kind}`, request),
  cancel: till.post(`/order/cancel-pending-${kind}`, { order_uuid: request.uuid }),
  outbid: Effect.void
})

/** Books as the terminal of a till. */
const bookAt = <A, B, E>(
  event: number,
  till: Device,
  asked: A,
  book: (terminal: TerminalCall<"can_book_orders">, asked: A) => Effect.Effect<B, E>
) => Effect.flatMap(bookingCall(event, till), (terminal) => book(terminal, asked))

const topUpOf = Effect.fnUntraced(function*(guest: Guest, amount: Cents) {
  const { bar, event } = yield* Festival
  const request = topUp(guest, Number(amount) / 100, card)
  const asked = new NewTopUp({ ...card, uuid: request.uuid, amount, customer_tag_uid: guest.uid })
  return {
    ...calls("topup", bar, request),
    amount,
    bookWithin: TopUps.use(({ book }) => bookAt(event, bar, asked, book))
  } satisfies CardOrder
})

/** A beer with its deposit. */
const saleOf = Effect.gen(function*() {
  const { bar, buttons, event, press } = yield* Festival
  const request = sale([press("beer")], null, card)
  const button = new Button({ till_button_id: BigInt(buttons.beer), quantity: 1, price: null })
  const asked = new NewSale({
    ...card,
    uuid: request.uuid,
    customer_tag_uid: null,
    used_vouchers: null,
    buttons: [button]
  })
  return {
    ...calls("sale", bar, request),
    amount: Cents.make(500n),
    bookWithin: Sales.use(({ book }) => bookAt(event, bar, asked, book))
  } satisfies CardOrder
})

/** An adult's ticket with money onto the tag. */
const ticketOf = Effect.fnUntraced(function*(tag: Wristband) {
  const { event } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const request = ticketSale([scanOf(tag)], card)
  const scan = new UserTagScan({ tag_pin: tag.pin, tag_uid: tag.uid, top_up_amount: Money.zero, voucher_token: null })
  const asked = new NewTicketSale({ ...card, uuid: request.uuid, customer_tags: [scan] })
  return {
    ...calls("ticket-sale", entrance, request),
    amount: Cents.make(2000n),
    bookWithin: TicketSales.use(({ book }) => bookAt(event, entrance, asked, book)),
    outbid: Effect.suspend(() => entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag)])))
  } satisfies CardOrder
})

/** The number of orders that `cardOrders` makes. */
export const orderCount = 6

/** Two top-ups of a guest, a sale, two tickets for the same tag, and one for a tag of its own. */
export const cardOrders = Effect.fnUntraced(function*(guest: Guest) {
  const { tills } = yield* Festival
  const wanted = yield* tills.tag()
  const orders: ReadonlyArray<CardOrder> = [
    yield* topUpOf(guest, Cents.make(700n)),
    yield* topUpOf(guest, Cents.make(1300n)),
    yield* saleOf,
    yield* ticketOf(wanted),
    yield* ticketOf(wanted),
    yield* ticketOf(yield* tills.tag())
  ]
  return orders
})
