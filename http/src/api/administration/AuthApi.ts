import { Id } from "@wristbank/core/ledger/Id"
import {
  ChangePasswordPayload,
  LoginPayload,
  UserLoginResult,
  UserSession,
  WebLoginResult,
  WebSession
} from "@wristbank/core/organisation/Session"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired, WithoutCsrfToken, WithoutSecondFactor } from "./SignedIn.ts"

const webLogin =
  "For the web application of this server, which sends the header `x-wristbank-web: 1`. The token is in a " +
  "cookie that no script can read."
const webSession =
  "With the cookie of `web-login`, the header `x-wristbank-web: 1` is needed here in place of `x-csrf-token`."

/** Sessions of the back office. */
export class AuthApi extends HttpApiGroup.make("auth").add(
  HttpApiEndpoint.post("login", "/auth/login", { payload: LoginPayload, success: UserLoginResult }).annotate(
    Needs,
    "nothing"
  ),
  HttpApiEndpoint.post("webLogin", "/auth/web-login", { payload: LoginPayload, success: WebLoginResult }).annotate(
    Needs,
    "nothing"
  ).annotate(OpenApi.Description, webLogin),
  HttpApiEndpoint.get("webSession", "/auth/web-session", { success: WebSession }).middleware(SignInRequired).annotate(
    WithoutCsrfToken,
    true
  ).annotate(WithoutSecondFactor, true).annotate(OpenApi.Description, webSession),
  HttpApiEndpoint.post("logout", "/auth/logout", { success: HttpApiSchema.NoContent }).middleware(SignInRequired)
    .annotate(WithoutSecondFactor, true),
  HttpApiEndpoint.post("changePassword", "/auth/change-password", {
    payload: ChangePasswordPayload,
    success: Schema.Null
  }).middleware(SignInRequired),
  HttpApiEndpoint.get("sessions", "/auth/sessions", { success: Schema.Array(UserSession) }).middleware(SignInRequired),
  HttpApiEndpoint.delete("endOtherSessions", "/auth/sessions", { success: HttpApiSchema.NoContent }).middleware(
    SignInRequired
  ),
  HttpApiEndpoint.delete("revokeSession", "/auth/sessions/:session_id", {
    params: { session_id: Id },
    success: HttpApiSchema.NoContent
  }).middleware(SignInRequired)
).annotate(Needs, "token") {}
