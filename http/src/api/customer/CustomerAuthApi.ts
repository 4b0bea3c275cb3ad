import { Customer } from "@wristbank/core/tag/Customer"
import { CustomerLogin, LoginResponse } from "@wristbank/core/tag/CustomerSession"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { CustomerSignInRequired } from "./SignedInCustomer.ts"

/** A guest's session and what his account holds. */
export class CustomerAuthApi extends HttpApiGroup.make("auth").add(
  HttpApiEndpoint.post("login", "/auth/login", { payload: CustomerLogin, success: LoginResponse }).annotate(
    Needs,
    "nothing"
  ),
  HttpApiEndpoint.post("logout", "/auth/logout", { success: HttpApiSchema.NoContent })
    .middleware(CustomerSignInRequired),
  HttpApiEndpoint.get("customer", "/customer", { success: Customer }).middleware(CustomerSignInRequired)
).annotate(Needs, "token") {}
