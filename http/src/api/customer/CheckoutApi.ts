import {
  CheckCheckout,
  CheckedCheckout,
  CreateCheckout,
  CreatedCheckout,
  OpenCheckout
} from "@wristbank/core/order/WebCheckout"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SlowCall } from "../SlowCall.ts"
import { CustomerSignInRequired } from "./SignedInCustomer.ts"

/** Top-ups on the web with the card provider's form. */
export class CheckoutApi extends HttpApiGroup.make("sumup").add(
  HttpApiEndpoint.get("openCheckouts", "/sumup/open-checkouts", { success: Schema.Array(OpenCheckout) }),
  HttpApiEndpoint.post("createCheckout", "/sumup/create-checkout", {
    payload: CreateCheckout,
    success: CreatedCheckout
  }).annotate(SlowCall, true),
  HttpApiEndpoint.post("checkCheckout", "/sumup/check-checkout", { payload: CheckCheckout, success: CheckedCheckout })
    .annotate(SlowCall, true),
  HttpApiEndpoint.post("cancelCheckout", "/sumup/cancel-checkout", { payload: CheckCheckout, success: CheckedCheckout })
    .annotate(SlowCall, true)
).annotate(Needs, "token").middleware(CustomerSignInRequired) {}
