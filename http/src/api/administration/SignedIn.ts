import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { wireErrors } from "../Errors.ts"

/** Who calls the administration API: the user behind the token of the call. */
export class SignedIn extends Context.Service<SignedIn, {
  readonly userId: bigint
  /** SHA-256 of the session's token. */
  readonly sessionHash: Uint8Array
  /** The call needs one of these at the caller's node; none: any will do. */
  readonly privileges: ReadonlyArray<Privilege>
}>()("http/administration/SignedIn") {}

/** Calls that need a user's token. */
export class SignInRequired extends HttpApiMiddleware.Service<SignInRequired, { provides: SignedIn }>()(
  "http/administration/SignInRequired",
  { security: { OAuth2PasswordBearer: HttpApiSecurity.bearer }, error: wireErrors }
) {}
