import { Id } from "@wristbank/core/base/Id"
import { ListedOrder, OfficeOrder, OrderType, PaymentMethod } from "@wristbank/core/journal/Order"
import { CompletedSaleProducts, EditSaleProducts } from "@wristbank/core/sale/EditSale"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { amountsBetween, inTime, long, oneOf, sortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { order_id: Id }

/**
 * Orders are everything that tills, the office and the portal have booked: sales, top-ups, pay-outs, tickets and moved cash. An
 * order never changes; a mistake is put right by another order.
 */
export class OrderApi extends HttpApiGroup.make("orders").add(
  /**
   * List orders.
   *
   * The orders of tills at the node and below, the newest first unless `sort` says otherwise. With `Accept: text/csv` the
   * answer is a file of all orders that the filters select. A filter or count by amount reads all orders, so name a period,
   * till or guest too.
   */
  HttpApiEndpoint.get("list", "/orders", {
    query: {
      ...at,
      ...sortedBy([], "-id"),
      ...inTime,
      ...amountsBetween,
      /** Only orders of this guest. */
      customer_account_id: Schema.optionalKey(Id),
      /** Only orders that were made with this wristband. */
      user_tag_id: Schema.optionalKey(Id),
      /** Only orders of this till. */
      till_id: Schema.optionalKey(Id),
      /** Only orders that this user booked. */
      cashier_id: Schema.optionalKey(Id),
      /** Only orders that concern the cash of this register. */
      cash_register_id: Schema.optionalKey(Id),
      /** Only orders of these types, separated by commas. */
      order_type: Schema.optionalKey(oneOf(OrderType.literals)),
      /** Only orders paid with these methods, separated by commas. */
      payment_method: Schema.optionalKey(oneOf(PaymentMethod.literals)),
      /** Only orders that another one cancels (`true`), or only the others (`false`). */
      cancelled: Schema.optionalKey(flag)
    },
    success: normalisedList(ListedOrder)
  }),
  /**
   * List the orders of a till.
   *
   * Newest first. The till must be at the node or below it; otherwise the list is empty.
   */
  HttpApiEndpoint.get("byTill", "/orders/by-till/:till_id", {
    params: { till_id: Id },
    query: { ...at, ...long },
    success: normalisedList(ListedOrder)
  }),
  /**
   * Show an order.
   *
   * With its line items, the orders that cancel or correct it, and the guest's balance before and after. The order must be of a
   * till at the node or below.
   */
  HttpApiEndpoint.get("get", "/orders/:order_id", { params: one, query: at, success: OfficeOrder }),
  /**
   * Cancel an order.
   *
   * Books a `cancel_sale` order at the same till that gives money and vouchers back to the guest's account. Only sales that
   * were paid with a wristband can be cancelled, and each once: a repeated call is refused. The order itself stays, and shows
   * the one that cancels it.
   */
  HttpApiEndpoint.delete("cancel", "/orders/:order_id", { params: one, query: at, success: Schema.Null }).annotate(
    Needs,
    ["can_book_orders", "node_administration"]
  ),
  /**
   * Correct a sale.
   *
   * Cancels the sale and books another with the given products for the same guest and at the same till, both or neither. Only
   * sales that were paid with a wristband and are not cancelled; a correction that changes nothing is refused. Give it a new `uuid`: repeated with the same one and the same
   * content, nothing is booked and the first answer comes again.
   */
  HttpApiEndpoint.post("edit", "/orders/:order_id/edit", {
    params: one,
    query: at,
    payload: EditSaleProducts,
    success: CompletedSaleProducts
  }).annotate(Needs, ["can_book_orders", "node_administration"])
).annotate(Needs, ["node_administration"]).middleware(SignInRequired) {}
