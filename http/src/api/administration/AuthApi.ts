import { Id } from "@wristbank/core/ledger/Id"
import { ChangePasswordPayload, LoginPayload, UserLoginResult, UserSession } from "@wristbank/core/organisation/Session"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

/** Sessions of the back office. */
export class AuthApi extends HttpApiGroup.make("auth").add(
  HttpApiEndpoint.post("login", "/auth/login", { payload: LoginPayload, success: UserLoginResult }).annotate(
    Needs,
    "nothing"
  ),
  HttpApiEndpoint.post("logout", "/auth/logout", { success: HttpApiSchema.NoContent }).middleware(SignInRequired),
  HttpApiEndpoint.post("changePassword", "/auth/change-password", {
    payload: ChangePasswordPayload,
    success: Schema.Null
  }).middleware(SignInRequired),
  HttpApiEndpoint.get("sessions", "/auth/sessions", { success: Schema.Array(UserSession) }).middleware(SignInRequired),
  HttpApiEndpoint.delete("revokeSession", "/auth/sessions/:session_id", {
    params: { session_id: Id },
    success: HttpApiSchema.NoContent
  }).middleware(SignInRequired)
).annotate(Needs, "token") {}
