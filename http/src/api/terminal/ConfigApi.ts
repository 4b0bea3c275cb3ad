import { TerminalConfig } from "@wristbank/core/till/TerminalConfig"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { RegistrationRequired } from "./SignedInTerminal.ts"

/** What a terminal works with. */
export class ConfigApi extends HttpApiGroup.make("config").add(
  HttpApiEndpoint.get("get", "/config", { success: TerminalConfig })
).annotate(Needs, "token").middleware(RegistrationRequired) {}
