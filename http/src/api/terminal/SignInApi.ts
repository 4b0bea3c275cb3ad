import { CurrentUser } from "@wristbank/core/organisation/User"
import { CheckLoginResult, LoginPayload, UserTag } from "@wristbank/core/till/SignIn"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** Sign-in and sign-out of cashiers by tag. */
export class SignInApi extends HttpApiGroup.make("sign-in").add(
  HttpApiEndpoint.get("current", "/user", { success: Schema.NullOr(CurrentUser) }),
  HttpApiEndpoint.post("check", "/user/check-login", { payload: UserTag, success: CheckLoginResult }),
  HttpApiEndpoint.post("login", "/user/login", { payload: LoginPayload, success: CurrentUser }),
  HttpApiEndpoint.post("logout", "/user/logout", { success: HttpApiSchema.NoContent })
).middleware(fromTerminal("token")) {}
