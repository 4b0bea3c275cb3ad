import { OrderWithBon } from "@wristbank/core/fiscal/Receipt"
import { PayoutInfo, PayoutTransaction } from "@wristbank/core/guest/GuestPayout"
import { CustomerBank } from "@wristbank/core/guest/PayoutPreference"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long } from "../Page.ts"
import { CustomerSignInRequired } from "./SignedInCustomer.ts"

/** A guest's orders, and their wishes for the balance that remains after the event. */
export class GuestAccountApi extends HttpApiGroup.make("account").add(
  /**
   * List your orders.
   *
   * Newest first, each with whether its receipt is ready.
   */
  HttpApiEndpoint.get("orders", "/orders_with_bon", { query: long, success: Schema.Array(OrderWithBon) }),
  /**
   * Enter a bank account for the remaining balance.
   *
   * Replaces what the guest said before, also a donation of everything. A mail confirms it, and another goes to the former
   * address if the bank data changed. All that is wrong is answered together. Refused while a payout run has reserved the
   * money.
   */
  HttpApiEndpoint.post("enterBank", "/customer_info", { payload: CustomerBank, success: HttpApiSchema.NoContent }),
  /**
   * Donate the whole remaining balance.
   *
   * The bank data is kept, in case the guest changes their mind with `/customer_info`. Refused while a payout run has reserved
   * the money. A repeated call changes nothing.
   */
  HttpApiEndpoint.post("donateAll", "/customer_all_donation", { success: HttpApiSchema.NoContent }),
  /**
   * Block a lost wristband.
   *
   * No one can pay with it any more, and all sessions of the guest end, also the calling one. Money and vouchers stay on the
   * account; the help desk gives the guest another wristband. Only guests do this, not people who work with their wristband.
   */
  HttpApiEndpoint.post("blockTag", "/tag/block", { success: HttpApiSchema.NoContent }),
  /**
   * Show what becomes of the remaining balance.
   *
   * How far the newest payout is, and why the next payout run would leave the guest out, if it would.
   */
  HttpApiEndpoint.get("payoutInfo", "/payout_info", { success: PayoutInfo }),
  /**
   * List what was paid out to you.
   *
   * The transactions that took money off the account for the bank or as a donation.
   */
  HttpApiEndpoint.get("payoutTransactions", "/get_payout_transactions", { success: Schema.Array(PayoutTransaction) })
).annotate(Needs, "token").middleware(CustomerSignInRequired) {}
