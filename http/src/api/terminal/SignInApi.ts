import { nullOr } from "@wristbank/core/base/OptionalField"
import { CurrentUser } from "@wristbank/core/organisation/User"
import { CheckLoginResult, LoginPayload, UserTag } from "@wristbank/core/till/SignIn"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** How people sign in at a terminal with their wristband, in one of their roles. */
export class SignInApi extends HttpApiGroup.make("sign-in").add(
  /**
   * Show who is signed in at the terminal.
   *
   * Null if no one is, or if their role no longer counts here.
   */
  HttpApiEndpoint.get("current", "/user", { success: nullOr(CurrentUser) }),
  /**
   * List the roles with which someone may sign in.
   *
   * For the holder of a wristband that was scanned. Some roles may sign in only while someone with `terminal_login` is signed
   * in. No one is signed in by this call.
   */
  HttpApiEndpoint.post("check", "/user/check-login", { payload: UserTag, success: CheckLoginResult }),
  /**
   * Sign in at the terminal.
   *
   * Signs out the user who was signed in. At a till, their register leaves it and that of the new user goes in; if someone else
   * booked there before, the till begins a new closing. The role is one of `/user/check-login`.
   */
  HttpApiEndpoint.post("login", "/user/login", { payload: LoginPayload, success: CurrentUser }),
  /**
   * Sign out at the terminal.
   *
   * The register leaves the till; the cashier keeps it and their shift goes on. If no one is signed in nothing changes.
   */
  HttpApiEndpoint.post("logout", "/user/logout", { success: HttpApiSchema.NoContent })
).middleware(fromTerminal("token")) {}
