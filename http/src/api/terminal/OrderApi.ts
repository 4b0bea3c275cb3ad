import { Id } from "@wristbank/core/ledger/Id"
import { Order } from "@wristbank/core/order/Order"
import { CompletedPayOut, NewPayOut, PendingPayOut } from "@wristbank/core/order/PayOut"
import { CompletedSale, NewSale, PendingSale } from "@wristbank/core/order/Sale"
import { CompletedTicketSale, NewTicketSale, PendingTicketSale } from "@wristbank/core/order/TicketSale"
import { NewTicketScan, TicketScanResult } from "@wristbank/core/order/TicketScan"
import { CompletedTopUp, NewTopUp, PendingTopUp } from "@wristbank/core/order/TopUp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { long } from "../Page.ts"
import { fromTerminal } from "./SignedInTerminal.ts"

const one = { order_id: Id }

/** The bookings of a till: sale, top-up, pay-out, tickets, cancel and edit. */
export class OrderApi extends HttpApiGroup.make("orders").add(
  HttpApiEndpoint.get("list", "/order", { query: long, success: Schema.Array(Order) }),
  HttpApiEndpoint.get("get", "/order/:order_id", { params: one, success: Schema.NullOr(Order) }),
  HttpApiEndpoint.post("checkSale", "/order/check-sale", { payload: NewSale, success: PendingSale }),
  HttpApiEndpoint.post("bookSale", "/order/book-sale", { payload: NewSale, success: CompletedSale }),
  HttpApiEndpoint.post("checkTopUp", "/order/check-topup", { payload: NewTopUp, success: PendingTopUp }),
  HttpApiEndpoint.post("bookTopUp", "/order/book-topup", { payload: NewTopUp, success: CompletedTopUp }),
  HttpApiEndpoint.post("checkPayOut", "/order/check-payout", { payload: NewPayOut, success: PendingPayOut }),
  HttpApiEndpoint.post("bookPayOut", "/order/book-payout", { payload: NewPayOut, success: CompletedPayOut }),
  HttpApiEndpoint.post("checkTicketScan", "/order/check-ticket-scan", {
    payload: NewTicketScan,
    success: TicketScanResult
  }),
  HttpApiEndpoint.post("checkTicketSale", "/order/check-ticket-sale", {
    payload: NewTicketSale,
    success: PendingTicketSale
  }),
  HttpApiEndpoint.post("bookTicketSale", "/order/book-ticket-sale", {
    payload: NewTicketSale,
    success: CompletedTicketSale
  }),
  HttpApiEndpoint.post("cancel", "/order/:order_id/cancel", { params: one, success: Schema.Null })
).middleware(fromTerminal(["can_book_orders"])) {}
