import { layer as smtp } from "@wristbank/cli/outgoing/SmtpTransport"
import { Configuration } from "@wristbank/core/base/Configuration"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import { type EventSettings, resolve, UpdateEvent } from "@wristbank/core/event/EventSettings"
import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { MailSender } from "@wristbank/core/mail/MailSender"
import { MailTransport } from "@wristbank/core/mail/MailTransport"
import { eventSecret } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { bare } from "../../support/bare.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { loopbackRule } from "../../support/loopback.ts"
import { password } from "../../support/MailBox.ts"
import { certificate } from "../../support/mailCertificate.ts"

const settings: EventSettings = {
  ...Result.getOrThrow(
    resolve(Schema.decodeUnknownSync(Schema.toCodecJson(UpdateEvent))(eventSettings), null)
  ),
  email_enabled: true,
  email_default_sender: "desk@fest.example",
  email_smtp_host: "localhost",
  email_smtp_username: "fest",
  payout_done_subject: "Payout {payout_run_id}",
  payout_done_message: "Dear {account_name}, {amount} are on their way."
}

/** A new event that sends mail through the server at a port. */
export const mailingEvent = Effect.fnUntraced(function*(port: number, more: Partial<EventSettings> = {}) {
  const sql = yield* SqlClient.SqlClient
  const events = yield* EventRepository
  const secrets = yield* Secrets
  const [node] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids, event_id)
    values (0, ${crypto.randomUUID()}, '', '{0}', null) returning id`
  const eventId = node!.id
  yield* sql`update node set event_id = id where id = ${eventId}`
  yield* events.insert({
    event_id: eventId,
    settings: { ...settings, email_smtp_port: port, ...more },
    secrets: { email_smtp_password: secrets.seal(eventSecret(eventId, "email_smtp_password"), password) }
  })
  return eventId
})

/** A mail about a payout. */
export const envelope = (to: string, key?: string) => ({
  to,
  values: {
    account_name: "Ada",
    iban: "DE89 **** 3000",
    email: to,
    amount: "12.50 EUR",
    donation: "0.00 EUR",
    user_tag_uid_hex: "0x1",
    payout_run_id: "7"
  },
  ...(key === undefined ? {} : { key })
})

/** Queues a mail to each address. */
export const queued = (eventId: bigint, ...addresses: ReadonlyArray<string>) =>
  Mails.use((mails) => mails.enqueueAll(eventId, "payout_done", addresses.map((to) => envelope(to))))

/** The state of an event's mails, in the order they were queued. */
export const mailStates = (eventId: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    sql<{ id: bigint; recipient: string; status: string; attempts: number; problem: string | null }>`
      select id, recipient, status, attempts, problem from mail where event_id = ${eventId} order by id`
  )

/** Makes every postponed mail due, as if the time had passed. */
export const waited = (eventId: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function*() {
      yield* sql`update mail set next_try = now() - interval '1 second'
        where event_id = ${eventId} and next_try is not null`
      yield* sql`update mail_turn set free_at = now() - interval '1 second', lease_until = null
        where event_id = ${eventId}`
    })
  )

/** A sender like that of another process. */
export const sender = (
  options: {
    readonly mailsPerMinute?: number
    readonly transport?: MailTransport["Service"]
    readonly repository?: (repository: MailRepository["Service"]) => MailRepository["Service"]
  } = {}
) =>
  Effect.gen(function*() {
    const configuration = yield* Configuration
    const repository = yield* MailRepository
    const transport = options.transport === undefined
      ? smtp({ rule: loopbackRule, ca: certificate, stepMillis: 5000 })
      : Layer.succeed(MailTransport, options.transport)
    const layer = bare(MailSender).pipe(
      Layer.provide(transport),
      Layer.provide(Layer.succeed(MailRepository, options.repository?.(repository) ?? repository)),
      Layer.provide(
        Layer.succeed(Configuration, { ...configuration, mailsPerMinute: options.mailsPerMinute ?? 1_000_000 })
      )
    )
    return Context.get(yield* Layer.build(layer), MailSender)
  })

/** Sends all due mail of an event. */
export const sendDue = (mail: MailSender["Service"], eventId: bigint) =>
  Effect.repeat(mail.sendNext(eventId), { while: (tried) => tried })
