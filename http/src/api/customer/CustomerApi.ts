import { HttpApi } from "effect/http-api"
import { apiAnnotations } from "../ApiDocument.ts"
import { DomainErrors } from "../Errors.ts"
import { SystemApi } from "../SystemApi.ts"
import { CheckoutApi } from "./CheckoutApi.ts"
import { CustomerAuthApi } from "./CustomerAuthApi.ts"
import { GuestAccountApi } from "./GuestAccountApi.ts"
import { PortalApi } from "./PortalApi.ts"

/** The API of the guests' portal. */
export class CustomerApi extends HttpApi.make("customer")
  .add(SystemApi)
  .add(CustomerAuthApi)
  .add(GuestAccountApi)
  .add(CheckoutApi)
  .add(PortalApi)
  .middleware(DomainErrors)
  .annotateMerge(apiAnnotations("customer portal API", "Look at one's own balance and orders and ask for a payout."))
{}
