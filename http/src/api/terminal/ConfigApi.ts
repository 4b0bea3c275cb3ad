import { TerminalConfig } from "@wristbank/core/till/TerminalConfig"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** The configuration of a terminal. */
export class ConfigApi extends HttpApiGroup.make("config").add(
  HttpApiEndpoint.get("get", "/config", { success: TerminalConfig })
).middleware(fromTerminal("token")) {}
