import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import { Configuration } from "../base/Configuration.ts"
import { CardTokens } from "../card/CardTokens.ts"
import { eventSecret, tagKey } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { DemoTags, TagKeys, takesCards, terminalConfig, TerminalSumupSecrets } from "./TerminalConfig.ts"
import { type TerminalCall, TerminalGuard } from "./TerminalGuard.ts"
import type { TerminalState } from "./TerminalState.ts"

/** The configuration that terminals fetch at their start and at every poll. */
export class TerminalConfigs extends Context.Service<TerminalConfigs>()("core/TerminalConfigs", {
  make: Effect.gen(function*() {
    const guard = yield* TerminalGuard
    const cardTokens = yield* CardTokens
    const secrets = yield* Secrets
    const { sourceUrl, testMode, testModeMessage } = yield* Configuration
    const demo = yield* DemoTags

    /** Secrets for the card reader; null when no cards are taken or no one is signed in. */
    const sumupSecrets = Effect.fnUntraced(function*(state: TerminalState) {
      if (state.person === null || !takesCards(state)) return null
      const { card: { affiliateKey }, eventId } = state.configuration
      const place = eventSecret(eventId, "sumup_affiliate_key")
      const access = yield* cardTokens.of(state.configuration)
      return new TerminalSumupSecrets({
        sumup_affiliate_key: affiliateKey === null ? "" : yield* secrets.open(place, affiliateKey),
        sumup_api_key: access === null ? "" : Redacted.value(access.token),
        sumup_api_key_expires_at: access?.expiresAt ?? null
      })
    })

    const get = Effect.fn("TerminalConfigs.get")(function*(terminal: TerminalCall) {
      const state = yield* guard.require(terminal, { till: false, write: false })
      const { eventId, tagSecret } = state.configuration
      const keys = tagSecret === null ? null : new TagKeys({
        key0: yield* secrets.open(tagKey(eventId, "key0"), tagSecret.key0),
        key1: yield* secrets.open(tagKey(eventId, "key1"), tagSecret.key1)
      })
      return terminalConfig(state, {
        now: yield* Clock.currentTimeMillis,
        keys,
        sumupSecrets: yield* sumupSecrets(state),
        testMode,
        testModeMessage: testMode ? testModeMessage : "",
        sourceUrl: Option.getOrUndefined(sourceUrl)?.href,
        demoTags: demo?.eventName === state.configuration.settings.name ? demo.tags : undefined
      })
    })

    return { get }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([CardTokens.layer, TerminalGuard.layer]))
}
