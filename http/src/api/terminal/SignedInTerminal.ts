import type { SignedInTerminal as Session } from "@wristbank/core/till/Terminal"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { terminalErrors } from "../Errors.ts"

/** Which terminal calls: the session behind the token of the call. */
export class SignedInTerminal extends Context.Service<SignedInTerminal, Session>()("http/terminal/SignedInTerminal") {}

/** Calls that need a terminal's token. */
export class RegistrationRequired
  extends HttpApiMiddleware.Service<RegistrationRequired, { provides: SignedInTerminal }>()(
    "http/terminal/RegistrationRequired",
    { security: { OAuth2PasswordBearer: HttpApiSecurity.bearer }, error: terminalErrors }
  )
{}
