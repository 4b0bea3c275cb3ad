import { TerminalRegistrationPayload, TerminalRegistrationSuccess } from "@wristbank/core/till/Terminal"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { fromTerminal } from "./SignedInTerminal.ts"

/** Registration of devices as terminals, and its end. */
export class RegistrationApi extends HttpApiGroup.make("registration").add(
  HttpApiEndpoint.post("register", "/auth/register_terminal", {
    payload: TerminalRegistrationPayload,
    success: TerminalRegistrationSuccess
  }).annotate(Needs, "nothing"),
  HttpApiEndpoint.post("logout", "/auth/logout_terminal", { success: HttpApiSchema.NoContent })
    .middleware(fromTerminal("token"))
) {}
