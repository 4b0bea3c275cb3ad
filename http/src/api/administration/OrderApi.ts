import { Id } from "@wristbank/core/ledger/Id"
import { CompletedSaleProducts, EditSaleProducts } from "@wristbank/core/order/EditSale"
import { ListedOrder, OfficeOrder, OrderType, PaymentMethod } from "@wristbank/core/order/Order"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { amountsBetween, inTime, long, oneOf, sortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { order_id: Id }

/** Orders. */
export class OrderApi extends HttpApiGroup.make("orders").add(
  HttpApiEndpoint.get("list", "/orders", {
    query: {
      ...at,
      ...sortedBy([], "-id"),
      ...inTime,
      ...amountsBetween,
      customer_account_id: Schema.optionalKey(Id),
      user_tag_id: Schema.optionalKey(Id),
      till_id: Schema.optionalKey(Id),
      cashier_id: Schema.optionalKey(Id),
      cash_register_id: Schema.optionalKey(Id),
      order_type: Schema.optionalKey(oneOf(OrderType.literals)),
      payment_method: Schema.optionalKey(oneOf(PaymentMethod.literals)),
      cancelled: Schema.optionalKey(flag)
    },
    success: normalisedList(ListedOrder)
  }),
  HttpApiEndpoint.get("byTill", "/orders/by-till/:till_id", {
    params: { till_id: Id },
    query: { ...at, ...long },
    success: normalisedList(ListedOrder)
  }),
  HttpApiEndpoint.get("get", "/orders/:order_id", { params: one, query: at, success: OfficeOrder }),
  HttpApiEndpoint.delete("cancel", "/orders/:order_id", { params: one, query: at, success: Schema.Null }).annotate(
    Needs,
    ["can_book_orders", "node_administration"]
  ),
  HttpApiEndpoint.post("edit", "/orders/:order_id/edit", {
    params: one,
    query: at,
    payload: EditSaleProducts,
    success: CompletedSaleProducts
  }).annotate(Needs, ["can_book_orders", "node_administration"])
).annotate(Needs, ["node_administration"]).middleware(SignInRequired) {}
