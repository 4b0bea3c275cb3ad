import { CancelOrderPayload } from "@wristbank/core/sale/PendingOrder"
import { NewSale, PendingSale } from "@wristbank/core/sale/Sale"
import { CompletedTicketSale, NewTicketSale } from "@wristbank/core/sale/TicketSale"
import { CompletedTopUp, NewTopUp } from "@wristbank/core/sale/TopUp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

const cancelled = { payload: CancelOrderPayload, success: Schema.Null }

/**
 * Orders that are registered before a card is charged, so that a payment is never lost: if the terminal can't report it, the
 * server asks the card provider and books the order.
 */
export class PendingOrderApi extends HttpApiGroup.make("pendingOrders").add(
  /**
   * Register a sale before its card payment.
   *
   * Checks the sale in full and keeps it. Then charge the card and call `/order/book-sale` with the same content; if that never
   * comes, the server books the sale once the card provider says that it is paid. A repeated call answers alike.
   */
  HttpApiEndpoint.post("registerSale", "/order/register-pending-sale", { payload: NewSale, success: PendingSale }),
  /**
   * Give up a registered sale.
   *
   * For a card that could not be charged. If the card provider says that it was, the sale is booked instead and the call
   * refused; if the provider can't be asked, the sale stays registered.
   */
  HttpApiEndpoint.post("cancelSale", "/order/cancel-pending-sale", cancelled),
  /**
   * Register a top-up before its card payment.
   *
   * Checks the top-up in full and keeps it, with its share of the guest's highest balance. Then charge the card and call
   * `/order/book-topup` with the same content; if that never comes, the server books it once the card provider says that it is
   * paid.
   */
  HttpApiEndpoint.post("registerTopUp", "/order/register-pending-topup", {
    payload: NewTopUp,
    success: CompletedTopUp
  }),
  /**
   * Give up a registered top-up.
   *
   * For a card that could not be charged. If the card provider says that it was, the top-up is booked instead and the call
   * refused; if the provider can't be asked, it stays registered.
   */
  HttpApiEndpoint.post("cancelTopUp", "/order/cancel-pending-topup", cancelled),
  /**
   * Register a ticket sale before its card payment.
   *
   * Checks the sale in full and keeps it; no one else can sell its wristbands meanwhile. Then charge the card and call
   * `/order/book-ticket-sale` with the same content; if that never comes, the server books it once the card provider says that
   * it is paid.
   */
  HttpApiEndpoint.post("registerTicketSale", "/order/register-pending-ticket-sale", {
    payload: NewTicketSale,
    success: CompletedTicketSale
  }),
  /**
   * Give up a registered ticket sale.
   *
   * For a card that could not be charged; its wristbands are free again. If the card provider says that it was charged, the
   * sale is booked instead and the call refused; if the provider can't be asked, it stays registered.
   */
  HttpApiEndpoint.post("cancelTicketSale", "/order/cancel-pending-ticket-sale", cancelled)
).middleware(fromTerminal(["can_book_orders"])) {}
