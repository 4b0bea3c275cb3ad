import { Id } from "@wristbank/core/base/Id"
import {
  ChangePasswordPayload,
  LoginPayload,
  UserLoginResult,
  UserSession,
  WebLoginResult,
  WebSession
} from "@wristbank/core/organisation/Session"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SlowCall } from "../SlowCall.ts"
import { SignInRequired, WithoutCsrfToken, WithoutSecondFactor } from "./SignedIn.ts"

/**
 * Sessions of the back office: who signs in here may make the other calls. A session ends after 12 hours, after 2 hours without
 * a call, or when its user ends it.
 */
export class AuthApi extends HttpApiGroup.make("auth").add(
  /**
   * Sign in and get a bearer token.
   *
   * For programs: send the token with every other call as `Authorization: Bearer <token>`. If several users have this login and
   * password, `success` is null and `available_nodes` says where they work; repeat the call with the `node_id` of one. A user
   * with a second factor also gives `code`. Each call opens a session of its own; after several failures the next try has to
   * wait.
   */
  HttpApiEndpoint.post("login", "/auth/login", { payload: LoginPayload, success: UserLoginResult }).annotate(
    Needs,
    "nothing"
  ).annotate(SlowCall, true),
  /**
   * Sign in from the web application.
   *
   * As `/auth/login`, for the web application that this server delivers: the token goes into a cookie that no script can read,
   * and the answer has the CSRF token instead. The call needs the header `x-wristbank-web: 1`. A session that the browser had
   * before is ended.
   */
  HttpApiEndpoint.post("webLogin", "/auth/web-login", { payload: LoginPayload, success: WebLoginResult }).annotate(
    Needs,
    "nothing"
  ).annotate(SlowCall, true),
  /**
   * Show who is signed in.
   *
   * For a web application that was loaded again: the user of the session and its CSRF token. With the cookie of
   * `/auth/web-login` the call needs the header `x-wristbank-web: 1` in place of `x-csrf-token`.
   */
  HttpApiEndpoint.get("webSession", "/auth/web-session", { success: WebSession }).middleware(SignInRequired).annotate(
    WithoutCsrfToken,
    true
  ).annotate(WithoutSecondFactor, true),
  /**
   * Sign out.
   *
   * Ends the calling session at once; its token is refused from here on. Other sessions of the user stay.
   */
  HttpApiEndpoint.post("logout", "/auth/logout", { success: HttpApiSchema.NoContent }).middleware(SignInRequired)
    .annotate(WithoutSecondFactor, true),
  /**
   * Change your password.
   *
   * Needs the present password, and ends all your other sessions; the calling one stays. A wrong present password counts as a
   * failed sign-in.
   */
  HttpApiEndpoint.post("changePassword", "/auth/change-password", {
    payload: ChangePasswordPayload,
    success: Schema.Null
  }).middleware(SignInRequired),
  /**
   * List your sessions.
   *
   * The sessions of the signed-in user, newest first, with the browser and the address that opened each. Tokens are never
   * shown.
   */
  HttpApiEndpoint.get("sessions", "/auth/sessions", { success: Schema.Array(UserSession) }).middleware(SignInRequired),
  /**
   * End all your other sessions.
   *
   * For someone who forgot to sign out elsewhere. The calling session stays; the tokens of the others are refused at once.
   */
  HttpApiEndpoint.delete("endOtherSessions", "/auth/sessions", { success: HttpApiSchema.NoContent }).middleware(
    SignInRequired
  ),
  /**
   * End one of your sessions.
   *
   * Its token is refused at once. The id is one of `GET /auth/sessions`; sessions of other users are not found.
   */
  HttpApiEndpoint.delete("revokeSession", "/auth/sessions/:session_id", {
    params: { session_id: Id },
    success: HttpApiSchema.NoContent
  }).middleware(SignInRequired)
).annotate(Needs, "token") {}
