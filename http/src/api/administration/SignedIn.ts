import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { wireErrors } from "../Errors.ts"

/** The user behind the token of a call to the administration API. */
export class SignedIn extends Context.Service<SignedIn, {
  readonly userId: bigint
  /** SHA-256 of the session's token. */
  readonly sessionHash: Uint8Array
  /** The CSRF token of a session with a cookie; null of one with a bearer token. */
  readonly csrfToken: string | null
  /** The call needs one of these at the caller's node; if the list is empty, any privilege suffices. */
  readonly privileges: ReadonlyArray<Privilege>
}>()("http/administration/SignedIn") {}

/**
 * Said of a call by cookie that counts without the CSRF token, because it answers it. It needs the header
 * `x-wristbank-web: 1` instead, which pages of other origins can't send.
 */
export class WithoutCsrfToken
  extends Context.Service<WithoutCsrfToken, true>()("http/administration/WithoutCsrfToken")
{}

/**
 * Said of a call that users may make who need a second factor and have none yet. For them all other calls are refused by the
 * rule `organisation.second_factor_required`.
 */
export class WithoutSecondFactor
  extends Context.Service<WithoutSecondFactor, true>()("http/administration/WithoutSecondFactor")
{}

/** Requires a user's token: a bearer token, or the cookie of the web application with its CSRF token. */
export class SignInRequired extends HttpApiMiddleware.Service<SignInRequired, { provides: SignedIn }>()(
  "http/administration/SignInRequired",
  { security: { OAuth2PasswordBearer: HttpApiSecurity.bearer }, error: wireErrors }
) {}
