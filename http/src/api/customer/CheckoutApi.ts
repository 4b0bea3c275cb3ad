import {
  CheckCheckout,
  CheckedCheckout,
  CreateCheckout,
  CreatedCheckout,
  OpenCheckout
} from "@wristbank/core/sale/WebCheckout"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SlowCall } from "../SlowCall.ts"
import { CustomerSignInRequired } from "./SignedInCustomer.ts"

/** Top-ups in the portal, which guests pay by card. */
export class CheckoutApi extends HttpApiGroup.make("sumup").add(
  /**
   * List your top-ups that can still be paid.
   *
   * Oldest first. Here a guest finds a top-up whose answer was lost, such as after a reload.
   */
  HttpApiEndpoint.get("openCheckouts", "/sumup/open-checkouts", { success: Schema.Array(OpenCheckout) }),
  /**
   * Begin a top-up by card.
   *
   * Registers the top-up and makes a checkout at the card provider, whose form takes the card. It reserves its share of the
   * highest balance until it is paid, given up or expired. Each call begins another one.
   */
  HttpApiEndpoint.post("createCheckout", "/sumup/create-checkout", {
    payload: CreateCheckout,
    success: CreatedCheckout
  }).annotate(SlowCall, true),
  /**
   * Ask whether a top-up is paid.
   *
   * Asks the card provider while the top-up is open, and books it if it is paid. Call it after the provider's form is done, and
   * again while the answer is `PENDING`.
   */
  HttpApiEndpoint.post("checkCheckout", "/sumup/check-checkout", { payload: CheckCheckout, success: CheckedCheckout })
    .annotate(SlowCall, true),
  /**
   * Give up a top-up.
   *
   * It can't be paid afterwards. If it was paid already, it is booked instead and the answer is `PAID`. While the card provider
   * can't be asked it stays open and the call is refused. A repeated call answers alike.
   */
  HttpApiEndpoint.post("cancelCheckout", "/sumup/cancel-checkout", { payload: CheckCheckout, success: CheckedCheckout })
    .annotate(SlowCall, true)
).annotate(Needs, "token").middleware(CustomerSignInRequired) {}
