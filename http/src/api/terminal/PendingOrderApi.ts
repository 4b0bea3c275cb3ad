import { CancelOrderPayload } from "@wristbank/core/order/PendingOrder"
import { NewSale, PendingSale } from "@wristbank/core/order/Sale"
import { CompletedTicketSale, NewTicketSale } from "@wristbank/core/order/TicketSale"
import { CompletedTopUp, NewTopUp } from "@wristbank/core/order/TopUp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

const cancelled = { payload: CancelOrderPayload, success: Schema.Null }

/** Orders registered before a card is read, and cancelled when it can't be read. */
export class PendingOrderApi extends HttpApiGroup.make("pendingOrders").add(
  HttpApiEndpoint.post("registerSale", "/order/register-pending-sale", { payload: NewSale, success: PendingSale }),
  HttpApiEndpoint.post("cancelSale", "/order/cancel-pending-sale", cancelled),
  HttpApiEndpoint.post("registerTopUp", "/order/register-pending-topup", {
    payload: NewTopUp,
    success: CompletedTopUp
  }),
  HttpApiEndpoint.post("cancelTopUp", "/order/cancel-pending-topup", cancelled),
  HttpApiEndpoint.post("registerTicketSale", "/order/register-pending-ticket-sale", {
    payload: NewTicketSale,
    success: CompletedTicketSale
  }),
  HttpApiEndpoint.post("cancelTicketSale", "/order/cancel-pending-ticket-sale", cancelled)
).middleware(fromTerminal(["can_book_orders"])) {}
