import { TerminalRegistrationPayload, TerminalRegistrationSuccess } from "@wristbank/core/till/Terminal"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { fromTerminal } from "./SignedInTerminal.ts"

/** How a device becomes a terminal, and stops being one. */
export class RegistrationApi extends HttpApiGroup.make("registration").add(
  /**
   * Register a device as a terminal.
   *
   * With the code that the office shows, usually as a QR code. The code works once, and the token for all other calls is in
   * this answer alone: a device that loses it needs a new code.
   */
  HttpApiEndpoint.post("register", "/auth/register_terminal", {
    payload: TerminalRegistrationPayload,
    success: TerminalRegistrationSuccess
  }).annotate(Needs, "nothing"),
  /**
   * End the registration of the terminal.
   *
   * Signs the user out, takes the terminal off its till and makes its token useless at once. The office has a new code for the
   * next device.
   */
  HttpApiEndpoint.post("logout", "/auth/logout_terminal", { success: HttpApiSchema.NoContent })
    .middleware(fromTerminal("token"))
) {}
