import { ChangePasswordPayload, LoginPayload, UserLoginResult } from "@wristbank/core/organisation/Session"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { SignInRequired } from "./SignedIn.ts"

/** Sessions of the back office. */
export class AuthApi extends HttpApiGroup.make("auth").add(
  HttpApiEndpoint.post("login", "/auth/login", { payload: LoginPayload, success: UserLoginResult }),
  HttpApiEndpoint.post("logout", "/auth/logout", { success: HttpApiSchema.NoContent }).middleware(SignInRequired),
  HttpApiEndpoint.post("changePassword", "/auth/change-password", {
    payload: ChangePasswordPayload,
    success: Schema.Null
  }).middleware(SignInRequired)
) {}
