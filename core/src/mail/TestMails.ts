import { Context, DateTime, Effect, Layer } from "effect"
import type { Language } from "../base/Language.ts"
import { limits } from "../base/limits/Limits.ts"
import { InvalidArgument } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { SignInLimits } from "../organisation/SignInLimits.ts"
import { deliver } from "./Delivery.ts"
import { maySeeMails } from "./Mail.ts"
import { mailRules } from "./MailRules.ts"
import { MailServers } from "./MailServers.ts"
import { MailTransport } from "./MailTransport.ts"
import { maskedAddress, testMail, type TestMailOutcome, testMessageId } from "./TestMail.ts"

/**
 * Sends a mail at once, so that the person who enters a mail server sees whether it works, even before mail is switched on. Mail
 * that waits in the queue is not concerned.
 */
export class TestMails extends Context.Service<TestMails>()("core/TestMails", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const rateLimits = yield* SignInLimits
    const servers = yield* MailServers
    const transport = yield* MailTransport

    /** The request is counted and logged before the mail is sent, as no transaction waits for another server. */
    const send = Effect.fn("TestMails.send")(function*(caller: AtEvent, to: string, language: Language) {
      yield* access.requireAt(caller, caller.eventId, maySeeMails)
      const configured = yield* Effect.orDie(servers.configured(caller.eventId))
      if (configured === null) return yield* InvalidArgument.of(mailRules.server_missing)
      yield* changes.run(
        { ...caller, node: { id: caller.eventId } },
        () => ({ logType: "test_mail_requested", content: { recipient: maskedAddress(to) } }),
        rateLimits.consume({ key: `test mail ${caller.eventId}`, limit: limits.testMails }),
        { withoutVersion: true }
      )
      const at = yield* DateTime.now
      const { body: text, subject } = testMail[language]
      const failure = yield* deliver(transport, configured.mailSettings, {
        to,
        subject,
        text,
        at,
        messageIdFor: testMessageId(caller.eventId, at)
      })
      const outcome: TestMailOutcome = {
        reason: failure?.reason ?? null,
        problem: failure?.messageIn(language) ?? null
      }
      return outcome
    })

    return { send }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, MailServers.layer, SignInLimits.layer])
  )
}
