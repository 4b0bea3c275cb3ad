import type { HttpApiEndpoint } from "effect/http-api"
import { SignInRequired } from "./administration/SignedIn.ts"
import { CustomerSignInRequired } from "./customer/SignedInCustomer.ts"
import { isFromTerminal } from "./terminal/SignedInTerminal.ts"

/** Whether a call needs the token of an operator, a terminal or a guest. All other calls may be anonymous. */
export const isGuarded = (endpoint: HttpApiEndpoint.Top): boolean =>
  isFromTerminal(endpoint) || [SignInRequired, CustomerSignInRequired].some((guard) => endpoint.middlewares.has(guard))
