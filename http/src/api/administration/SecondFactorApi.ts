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

/** The caller's own second factor: an authenticator app and recovery codes. */
export class SecondFactorApi extends HttpApiGroup.make("secondFactor").add(
  HttpApiEndpoint.get("state", "/auth/second-factor", { success: SecondFactorState }).annotate(
    WithoutSecondFactor,
    true
  ),
  HttpApiEndpoint.post("begin", "/auth/second-factor/begin", {
    payload: BeginSecondFactorPayload,
    success: NewSecondFactor
  }).annotate(WithoutSecondFactor, true),
  HttpApiEndpoint.post("confirm", "/auth/second-factor/confirm", {
    payload: ConfirmSecondFactorPayload,
    success: RecoveryCodes
  }).annotate(WithoutSecondFactor, true),
  HttpApiEndpoint.post("remove", "/auth/second-factor/remove", {
    payload: SecondFactorProof,
    success: HttpApiSchema.NoContent
  }),
  HttpApiEndpoint.post("renewCodes", "/auth/second-factor/recovery-codes", {
    payload: SecondFactorProof,
    success: RecoveryCodes
  })
).annotate(Needs, "token").middleware(SignInRequired) {}
