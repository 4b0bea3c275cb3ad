import { OrderWithBon } from "@wristbank/core/fiscal/Receipt"
import { PayoutInfo, PayoutTransaction } from "@wristbank/core/portal/GuestPayout"
import { CustomerBank } from "@wristbank/core/portal/PayoutPreference"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long } from "../Page.ts"
import { CustomerSignInRequired } from "./SignedInCustomer.ts"

/** A guest's orders and payout data. */
export class GuestAccountApi extends HttpApiGroup.make("account").add(
  HttpApiEndpoint.get("orders", "/orders_with_bon", { query: long, success: Schema.Array(OrderWithBon) }),
  HttpApiEndpoint.post("enterBank", "/customer_info", { payload: CustomerBank, success: HttpApiSchema.NoContent }),
  HttpApiEndpoint.post("donateAll", "/customer_all_donation", { success: HttpApiSchema.NoContent }),
  // Blocks the guest's lost wristband, which ends all their sessions; the help desk gives them another.
  HttpApiEndpoint.post("blockTag", "/tag/block", { success: HttpApiSchema.NoContent }),
  HttpApiEndpoint.get("payoutInfo", "/payout_info", { success: PayoutInfo }),
  HttpApiEndpoint.get("payoutTransactions", "/get_payout_transactions", { success: Schema.Array(PayoutTransaction) })
).annotate(Needs, "token").middleware(CustomerSignInRequired) {}
