import { Id } from "@wristbank/core/base/Id"
import { BonJson } from "@wristbank/core/fiscal/Receipt"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

/** Receipts of orders and their appearance. */
export class ReceiptApi extends HttpApiGroup.make("receipts").add(
  /**
   * Show the receipt of an order.
   *
   * The receipt as data: the order, the sums by tax rate, the issuer of the time of the booking, and the signature with the text of its QR
   * code. There is none before the order was signed or its signature has failed. Without a token it is answered only if the event allows
   * that (`receipts_by_number`); then it lacks cashier, register and UUID, and calls are limited per address. Links for guests use the
   * order's UUID instead.
   */
  HttpApiEndpoint.get("bon", "/orders/:order_id/bon", {
    params: {
      /** The number of the order. */
      order_id: Id
    },
    success: BonJson
  })
    .annotate(Needs, "nothing"),
  /**
   * Show a sample receipt.
   *
   * A receipt with invented lines and the event's present title, issuer, address and currency, to check its head before the event. Nothing
   * is booked.
   */
  HttpApiEndpoint.post("testBon", "/tree/events/:node_id/generate-test-bon", {
    params: { node_id: Id },
    success: BonJson
  }).middleware(SignInRequired)
).annotate(Needs, mayManage) {}
