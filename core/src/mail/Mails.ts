import { Context, DateTime, Effect, Layer } from "effect"
import { isEmailAddress, longestEmail } from "../base/EmailAddress.ts"
import type { Language } from "../base/Language.ts"
import { NotFound } from "../base/Refusal.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { type TemplateName, type TemplateValues, write } from "../event/MailTemplate.ts"
import type { Actor } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { MailRepository } from "./MailRepository.ts"

/** A mail to one guest. */
export interface Envelope<T extends TemplateName> {
  readonly to: string
  readonly values: TemplateValues<T>
  /** The guest's language, for texts that the event does not write; English unless given. */
  readonly language?: Language
  /** Identifies the occasion within the event and template: repeated calls with the same key send only one mail. */
  readonly key?: string
}

/**
 * Queues mail to guests. It is stored in the transaction of the change that it announces, so it is sent if and only if
 * the change was committed; a worker sends it. An event without mail sends none. An invalid address is listed for the
 * operator; other mail goes on.
 */
export class Mails extends Context.Service<Mails>()("core/Mails", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const events = yield* EventRepository
    const repository = yield* MailRepository

    /**
     * Queues one mail to each of many guests, with values of their own; must run inside the transaction of the change.
     */
    const enqueueAll = Effect.fn("Mails.enqueueAll")(
      function*<T extends TemplateName>(eventId: bigint, template: T, envelopes: ReadonlyArray<Envelope<T>>) {
        const [event] = envelopes.length === 0 ? [] : yield* events.list([eventId])
        if (event === undefined || !event.settings.email_enabled) return
        const now = yield* DateTime.now
        for (let n = 0; n < envelopes.length; n += queuedAtOnce) {
          const mails = envelopes.slice(n, n + queuedAtOnce).map(({ key, language = "en", to, values }) => ({
            key: key === undefined ? null : `${template}:${key}`,
            template,
            recipient: to.slice(0, longestEmail),
            ...write(template, event.settings, values, language),
            problem: isEmailAddress(to) ? null : "The recipient has no e-mail address"
          }))
          yield* repository.insert(eventId, mails, now)
        }
      },
      dieOnInfrastructure
    )

    /** Queues one mail; must run inside the transaction of the change. */
    const enqueue = <T extends TemplateName>(
      { eventId, template, ...envelope }: Envelope<T> & { readonly eventId: bigint; readonly template: T }
    ) => enqueueAll(eventId, template, [envelope])

    /** Retries an unsent mail, or all of an event (`id` null), with an audit entry; returns their ids. */
    const retry = Effect.fn("Mails.retry")(
      function*(actor: Actor & { readonly eventId: bigint }, id: bigint | null) {
        const now = yield* DateTime.now
        return yield* changes.run(
          actor,
          (ids) => ({ logType: "mail_retried", content: { ids } }),
          Effect.gen(function*() {
            const ids = yield* repository.retry({ eventId: actor.eventId, id, now })
            return ids.length > 0 ? ids : yield* new NotFound({ element_type: "mail_that_failed", element_id: id })
          }),
          { withoutVersion: true }
        )
      }
    )

    return { enqueue, enqueueAll, retry }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, EventRepository.layer, MailRepository.layer])
  )
}

/**
 * Mails stored with one statement: a large payout run has too much text for one, and other calls are served in between.
 */
const queuedAtOnce = 1000
