import { Id } from "@wristbank/core/base/Id"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { CashierOrder, Order } from "@wristbank/core/journal/Order"
import { CompletedPayOut, NewPayOut, PendingPayOut } from "@wristbank/core/sale/PayOut"
import { CompletedSale, NewSale, PendingSale } from "@wristbank/core/sale/Sale"
import { CompletedTicketSale, NewTicketSale, PendingTicketSale } from "@wristbank/core/sale/TicketSale"
import { NewTicketScan, TicketScanResult } from "@wristbank/core/sale/TicketScan"
import { CompletedTopUp, NewTopUp, PendingTopUp } from "@wristbank/core/sale/TopUp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { long } from "../Page.ts"
import { fromTerminal } from "./SignedInTerminal.ts"

const one = { order_id: Id }

/**
 * What a till books: sales, top-ups, pay-outs, tickets and cancels. Each `check` call answers what the `book` call would, and
 * stores nothing. The terminal must be at a till, with someone signed in who may book.
 */
export class OrderApi extends HttpApiGroup.make("orders").add(
  /**
   * List your orders at this till.
   *
   * The orders that the signed-in cashier booked at the till of the terminal, newest first.
   */
  HttpApiEndpoint.get("list", "/order", { query: long, success: Schema.Array(Order) }),
  /**
   * Show one of your orders.
   *
   * An order that the signed-in cashier booked at any till; null if someone else booked it or there is none.
   */
  HttpApiEndpoint.get("get", "/order/:order_id", { params: one, success: nullOr(CashierOrder) }),
  /**
   * Preview a sale.
   *
   * Shows prices, vouchers used and the guest's balance before and after. Nothing is booked or reserved; the same request can
   * be booked with `/order/book-sale`.
   */
  HttpApiEndpoint.post("checkSale", "/order/check-sale", { payload: NewSale, success: PendingSale }),
  /**
   * Book a sale.
   *
   * Takes the money off the wristband, or books cash or a card payment. Send it again with the same `uuid` until there is an
   * answer: the same content is booked once and answered alike; other content is refused. For a card, register the sale first,
   * charge the card, then book it.
   */
  HttpApiEndpoint.post("bookSale", "/order/book-sale", { payload: NewSale, success: CompletedSale }),
  /**
   * Preview a top-up.
   *
   * Shows the guest's balance before and after. Nothing is booked or reserved.
   */
  HttpApiEndpoint.post("checkTopUp", "/order/check-topup", { payload: NewTopUp, success: PendingTopUp }),
  /**
   * Book a top-up.
   *
   * Puts the money onto the wristband. Send it again with the same `uuid` until there is an answer: the same content is booked
   * once and answered alike. For a card, register the top-up first, charge the card, then book it.
   */
  HttpApiEndpoint.post("bookTopUp", "/order/book-topup", { payload: NewTopUp, success: CompletedTopUp }),
  /**
   * Preview a pay-out.
   *
   * Shows what the guest gets and their balance before and after. Nothing is booked or reserved.
   */
  HttpApiEndpoint.post("checkPayOut", "/order/check-payout", { payload: NewPayOut, success: PendingPayOut }),
  /**
   * Book a pay-out.
   *
   * Takes the money off the wristband; the cashier gives it in cash out of the register, which must have enough. Send it again
   * with the same `uuid` until there is an answer: the same content is booked once and answered alike.
   */
  HttpApiEndpoint.post("bookPayOut", "/order/book-payout", { payload: NewPayOut, success: CompletedPayOut }),
  /**
   * Show which tickets scanned wristbands get.
   *
   * For each wristband its ticket, by the kind of the wristband, and what is to be paid. Nothing is booked or reserved. The code of
   * a presale ticket that is unknown or refused is looked up in the ticket shop first, which takes 1.5 seconds at most.
   */
  HttpApiEndpoint.post("checkTicketScan", "/order/check-ticket-scan", {
    payload: NewTicketScan,
    success: TicketScanResult
  }),
  /**
   * Preview a ticket sale.
   *
   * Shows the tickets of the scanned wristbands and what is to be paid for all. Nothing is booked or reserved.
   */
  HttpApiEndpoint.post("checkTicketSale", "/order/check-ticket-sale", {
    payload: NewTicketSale,
    success: PendingTicketSale
  }),
  /**
   * Sell tickets and hand out their wristbands.
   *
   * Each wristband gets its ticket and an account, with the money that the ticket includes and the top-up. A presale ticket is
   * exchanged. All or none: one wristband that can't be handed out refuses the sale. Send it again with the same `uuid` until
   * there is an answer: the same content is booked once and answered alike.
   */
  HttpApiEndpoint.post("bookTicketSale", "/order/book-ticket-sale", {
    payload: NewTicketSale,
    success: CompletedTicketSale
  }),
  /**
   * Cancel a sale.
   *
   * Books a `cancel_sale` order that gives money and vouchers back to the guest. Only sales that were paid with a wristband, at
   * the till where they were booked, and each once. Repeated by the same cashier at the same till within a minute, nothing is
   * booked and the first answer comes again; later, or from anyone else, the call is refused.
   */
  HttpApiEndpoint.post("cancel", "/order/:order_id/cancel", { params: one, success: Schema.Null })
).middleware(fromTerminal(["can_book_orders"])) {}
