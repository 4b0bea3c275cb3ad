import {
  BeginSecondFactorPayload,
  ConfirmSecondFactorPayload,
  NewSecondFactor,
  RecoveryCodes,
  SecondFactorProof,
  SecondFactorState
} from "@wristbank/core/organisation/SecondFactor"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired, WithoutSecondFactor } from "./SignedIn.ts"

/**
 * The caller's own second factor: an authenticator app, and recovery codes for the day on which it is lost. Wrong passwords and codes are
 * limited.
 */
export class SecondFactorApi extends HttpApiGroup.make("secondFactor").add(
  /**
   * Show the caller's second factor.
   *
   * Whether the caller has a second factor, how many recovery codes are left, and which node requires a second factor.
   */
  HttpApiEndpoint.get("state", "/auth/second-factor", { success: SecondFactorState }).annotate(
    WithoutSecondFactor,
    true
  ),
  /**
   * Begin to set up a second factor.
   *
   * The answer shows a new secret for an authenticator app, only this once. Signing in stays as it is until a code of the app is confirmed;
   * a repeated call makes another secret and the former one is void. Refused for users who have a second factor: remove it first.
   */
  HttpApiEndpoint.post("begin", "/auth/second-factor/begin", {
    payload: BeginSecondFactorPayload,
    success: NewSecondFactor
  }).annotate(WithoutSecondFactor, true),
  /**
   * Confirm the second factor with a code of the app.
   *
   * From then on signing in takes a code. All other sessions of the user end. The answer shows the recovery codes, only this once.
   */
  HttpApiEndpoint.post("confirm", "/auth/second-factor/confirm", {
    payload: ConfirmSecondFactorPayload,
    success: RecoveryCodes
  }).annotate(WithoutSecondFactor, true),
  /**
   * Remove the caller's second factor.
   *
   * Signing in takes the password alone from then on, unless a node requires a second factor. All other sessions of the user end.
   */
  HttpApiEndpoint.post("remove", "/auth/second-factor/remove", {
    payload: SecondFactorProof,
    success: HttpApiSchema.NoContent
  }),
  /**
   * Replace the caller's recovery codes.
   *
   * The former codes stop working, and all other sessions of the user end. The new codes are in this answer alone: no other call shows
   * them.
   */
  HttpApiEndpoint.post("renewCodes", "/auth/second-factor/recovery-codes", {
    payload: SecondFactorProof,
    success: RecoveryCodes
  })
).annotate(Needs, "token").middleware(SignInRequired) {}
