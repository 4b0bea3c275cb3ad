import { TerminalConfig } from "@wristbank/core/till/TerminalConfig"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** What a terminal shows and may do. */
export class ConfigApi extends HttpApiGroup.make("config").add(
  /**
   * Show the configuration of the terminal.
   *
   * The till with its buttons and permissions, who is signed in, and the keys for wristbands and card reader. Read it at start,
   * after each sign-in, and now and then, as the office may change it at any time.
   */
  HttpApiEndpoint.get("get", "/config", { success: TerminalConfig })
).middleware(fromTerminal("token")) {}
