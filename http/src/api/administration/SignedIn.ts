import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { wireErrors } from "../Errors.ts"

/** The user behind the token of a call to the administration API. */
export class SignedIn extends Context.Service<SignedIn, {
  readonly userId: bigint
  /** SHA-256 of the session's token. */
  readonly sessionHash: Uint8Array
  /** The call needs one of these at the caller's node; if the list is empty, any privilege suffices. */
  readonly privileges: ReadonlyArray<Privilege>
}>()("http/administration/SignedIn") {}

/** Requires a user's token. */
export class SignInRequired extends HttpApiMiddleware.Service<SignInRequired, { provides: SignedIn }>()(
  "http/administration/SignInRequired",
  { security: { OAuth2PasswordBearer: HttpApiSecurity.bearer }, error: wireErrors }
) {}
