import { Context, DateTime, Effect, Layer } from "effect"
import type { Actor } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { EventRepository } from "../organisation/EventRepository.ts"
import { isEmail } from "../organisation/EventSettings.ts"
import { type TemplateName, type TemplateValues, write } from "../organisation/MailTemplate.ts"
import { NotFound } from "../primitives/Refusal.ts"
import { MailRepository } from "./MailRepository.ts"

/** A mail to one guest. */
export interface Envelope<T extends TemplateName> {
  readonly to: string
  readonly values: TemplateValues<T>
  /** Names the subject of the mail within its event and template: only one mail is sent however often this is called. */
  readonly key?: string
}

/**
 * Mail to guests. It is queued in the transaction of the change it announces, so it leaves if and only if that happened, and
 * is sent by a worker. An event without mail sends none; an invalid address is listed for the operator, other mail goes on.
 */
export class Mails extends Context.Service<Mails>()("core/Mails", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const events = yield* EventRepository
    const repository = yield* MailRepository

    /** Queues the same mail to many, each with values of its own; call it inside the transaction of the change. */
    const enqueueAll = Effect.fn("Mails.enqueueAll")(
      function*<T extends TemplateName>(eventId: bigint, template: T, envelopes: ReadonlyArray<Envelope<T>>) {
        const [event] = envelopes.length === 0 ? [] : yield* events.list([eventId])
        if (event === undefined || !event.settings.email_enabled) return
        const now = yield* DateTime.now
        for (let n = 0; n < envelopes.length; n += queuedAtOnce) {
          const mails = envelopes.slice(n, n + queuedAtOnce).map(({ key, to, values }) => ({
            key: key === undefined ? null : `${template}:${key}`,
            template,
            recipient: to.slice(0, addressLength),
            ...write(template, event.settings, values),
            problem: isEmail(to) && to.length <= addressLength ? null : "The recipient has no e-mail address"
          }))
          yield* repository.insert(eventId, mails, now)
        }
      },
      Effect.catchTag(["SqlError", "SchemaError"], Effect.die)
    )

    /** Queues one mail; call it inside the transaction of the change. */
    const enqueue = <T extends TemplateName>(
      { eventId, template, ...envelope }: Envelope<T> & { readonly eventId: bigint; readonly template: T }
    ) => enqueueAll(eventId, template, [envelope])

    /** Tries a mail again that was not sent, or all of an event (`id` null), and answers which; with its audit entry. */
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
  static readonly layer = Layer.effect(this, this.make)
}

/** Mails stored with one statement: the texts of a large payout run are too much for one, and others are served in between. */
const queuedAtOnce = 1000

/** Characters of the longest address mail can go to (RFC 5321, 4.5.3.1.3). */
const addressLength = 254
