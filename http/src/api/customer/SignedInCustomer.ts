import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { wireErrors } from "../Errors.ts"

/** The account behind the token of a call to the customer API. */
export class SignedInCustomer extends Context.Service<SignedInCustomer, {
  readonly eventId: bigint
  readonly accountId: bigint
  /** SHA-256 of the session's token. */
  readonly sessionHash: Uint8Array
}>()("http/customer/SignedInCustomer") {}

/** Requires a guest's token. */
export class CustomerSignInRequired
  extends HttpApiMiddleware.Service<CustomerSignInRequired, { provides: SignedInCustomer }>()(
    "http/customer/CustomerSignInRequired",
    { security: { OAuth2PasswordBearer: HttpApiSecurity.bearer }, error: wireErrors }
  )
{}
