import { Id } from "@wristbank/core/base/Id"
import { Customer } from "@wristbank/core/guest/Customer"
import { CustomerLogin, LoginResponse } from "@wristbank/core/guest/CustomerLogin"
import { CustomerSession } from "@wristbank/core/wristband/CustomerSession"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { CustomerSignInRequired } from "./SignedInCustomer.ts"

/** How guests sign in to the portal with the PIN of their wristband. */
export class CustomerAuthApi extends HttpApiGroup.make("auth").add(
  /**
   * Sign in to the portal.
   *
   * With the PIN printed on the wristband, or before the event with the token of the presale ticket. After several wrong PINs
   * the next try has to wait.
   */
  HttpApiEndpoint.post("login", "/auth/login", { payload: CustomerLogin, success: LoginResponse }).annotate(
    Needs,
    "nothing"
  ),
  /**
   * Sign out of the portal.
   *
   * Ends the calling session at once. Other sessions of the guest stay.
   */
  HttpApiEndpoint.post("logout", "/auth/logout", { success: HttpApiSchema.NoContent })
    .middleware(CustomerSignInRequired),
  /**
   * List your sessions in the portal.
   *
   * All sessions of the account, newest first, with the address that opened each.
   */
  HttpApiEndpoint.get("sessions", "/sessions", { success: Schema.Array(CustomerSession) })
    .middleware(CustomerSignInRequired),
  /**
   * End one of your sessions in the portal.
   *
   * Its token is refused at once.
   */
  HttpApiEndpoint.delete("revokeSession", "/sessions/:session_id", {
    params: { session_id: Id },
    success: HttpApiSchema.NoContent
  }).middleware(CustomerSignInRequired),
  /**
   * End all your other sessions in the portal.
   *
   * For a guest who left the portal open elsewhere. The calling session stays.
   */
  HttpApiEndpoint.delete("revokeOtherSessions", "/sessions", { success: HttpApiSchema.NoContent })
    .middleware(CustomerSignInRequired),
  /**
   * Show your account.
   *
   * Balance, vouchers, the PIN of the wristband, and what the guest wants with the remaining balance. Without what is for the office
   * alone, such as comments.
   */
  HttpApiEndpoint.get("customer", "/customer", { success: Customer }).middleware(CustomerSignInRequired)
).annotate(Needs, "token") {}
