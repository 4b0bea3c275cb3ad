import type { HttpApiEndpoint } from "effect/http-api"
import { SignInRequired } from "./administration/SignedIn.ts"
import { CustomerSignInRequired } from "./customer/SignedInCustomer.ts"
import { RegistrationRequired } from "./terminal/SignedInTerminal.ts"

/** Whether a call needs a token: that of an operator, a terminal or a guest. All others may be anonymous. */
export const isGuarded = ({ middlewares }: HttpApiEndpoint.Top): boolean =>
  [SignInRequired, RegistrationRequired, CustomerSignInRequired].some((guard) => middlewares.has(guard))
