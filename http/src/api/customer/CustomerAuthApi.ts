import { Customer } from "@wristbank/core/account/Customer"
import { CustomerLogin, LoginResponse } from "@wristbank/core/account/CustomerLogin"
import { Id } from "@wristbank/core/ledger/Id"
import { CustomerSession } from "@wristbank/core/tag/CustomerSession"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { CustomerSignInRequired } from "./SignedInCustomer.ts"

/** A guest's sessions, balance and vouchers. */
export class CustomerAuthApi extends HttpApiGroup.make("auth").add(
  HttpApiEndpoint.post("login", "/auth/login", { payload: CustomerLogin, success: LoginResponse }).annotate(
    Needs,
    "nothing"
  ),
  HttpApiEndpoint.post("logout", "/auth/logout", { success: HttpApiSchema.NoContent })
    .middleware(CustomerSignInRequired),
  HttpApiEndpoint.get("sessions", "/sessions", { success: Schema.Array(CustomerSession) })
    .middleware(CustomerSignInRequired),
  HttpApiEndpoint.delete("revokeSession", "/sessions/:session_id", {
    params: { session_id: Id },
    success: HttpApiSchema.NoContent
  }).middleware(CustomerSignInRequired),
  // Ends all sessions of the guest except the caller's.
  HttpApiEndpoint.delete("revokeOtherSessions", "/sessions", { success: HttpApiSchema.NoContent })
    .middleware(CustomerSignInRequired),
  HttpApiEndpoint.get("customer", "/customer", { success: Customer }).middleware(CustomerSignInRequired)
).annotate(Needs, "token") {}
