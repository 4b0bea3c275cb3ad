import { Context, Effect, Layer } from "effect"
import { Configuration } from "../config/Configuration.ts"
import { Secrets } from "../organisation/Secrets.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import { TagKeys, terminalConfig } from "./TerminalConfig.ts"
import { TerminalGuard } from "./TerminalGuard.ts"

/** What terminals ask for when they start and whenever they poll. */
export class TerminalConfigs extends Context.Service<TerminalConfigs>()("core/TerminalConfigs", {
  make: Effect.gen(function*() {
    const guard = yield* TerminalGuard
    const secrets = yield* Secrets
    const { testMode, testModeMessage } = yield* Configuration

    const get = Effect.fn("TerminalConfigs.get")(function*(terminal: SignedInTerminal) {
      const standing = yield* guard.require(terminal, { privileges: [], till: false, write: false })
      const { tagSecret } = standing.configuration
      const keys = tagSecret === null ? null : new TagKeys({
        key0: yield* secrets.open(tagSecret.key0),
        key1: yield* secrets.open(tagSecret.key1)
      })
      return terminalConfig(standing, {
        keys,
        // Card readers get their keys with the card provider's client.
        sumupSecrets: null,
        testMode,
        testModeMessage: testMode ? testModeMessage : ""
      })
    })

    return { get }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
