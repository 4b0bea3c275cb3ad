import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** The id of a failed mail of the festival. */
export const failedMail = Effect.gen(function*() {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const [mail] = yield* Effect.orDie(sql<{ id: bigint }>`
    insert into mail (event_id, template, recipient, subject, body, status, created_at, problem)
    values (${event}, 'payout_done', 'guest@example.org', 'Payout', 'Dear guest', 'failed', now(), 'refused')
    returning id`)
  return Number(mail!.id)
})

/** Settings of a mail server that no one reaches: port 1 of this machine. */
const unreachableServer = {
  email_default_sender: "desk@fest.example",
  email_smtp_host: "127.0.0.1",
  email_smtp_port: 1
}

/** Mail to guests. */
export const mailCalls = Effect.gen(function*() {
  const context = yield* Effect.context<Festival | SqlClient.SqlClient>()
  const { admin, event } = yield* Festival
  const withServer = Effect.suspend(() =>
    admin("POST", `/tree/events/${event}/event-settings`, {
      ...eventSettings,
      customer_portal_url: "",
      ...unreachableServer
    })
  )
  const failed = Effect.provide(failedMail, context)
  const calls: ValidCalls = {
    "GET /mails/": always(),
    "POST /mails/retry": about(failed, () => ({ audit: "mail_retried" })),
    "POST /tree/events/{node_id}/send-test-mail": about(withServer, () => ({
      body: { recipient: "desk@example.org" },
      audit: "test_mail_requested"
    })),
    "POST /mails/{mail_id}/retry": about(failed, (mail_id) => ({ path: { mail_id }, audit: "mail_retried" }))
  }
  return calls
})
