import { assert, layer } from "@effect/vitest"
import { limits } from "@wristbank/core/base/limits/Limits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { Address, type Body, caller, done } from "../../support/FestivalServer.ts"
import { type Manners, openMailBox, password } from "../../support/MailBox.ts"

/** A mail server, and the event's settings that name it although mail to guests is off. */
const event = Effect.fnUntraced(function*(manners: Manners = {}, more: Body = {}) {
  const { admin, event: id } = yield* Festival
  const box = yield* openMailBox(manners)
  const save = (changed: Body) =>
    Effect.map(
      admin("POST", `/tree/events/${id}/event-settings`, {
        ...eventSettings,
        customer_portal_url: "",
        email_enabled: false,
        email_default_sender: "desk@fest.example",
        email_smtp_host: "localhost",
        email_smtp_port: box.port,
        email_smtp_username: "fest",
        email_smtp_password: password,
        ...changed
      }),
      done
    )
  yield* save(more)
  return {
    ...box,
    save,
    send: (recipient: unknown) => admin("POST", `/tree/events/${id}/send-test-mail`, { recipient })
  }
})

layer(Festival.layer, { excludeTestServices: true })("a test mail", (it) => {
  it.effect("arrives before mail to guests is switched on, and is in the audit log without its address", () =>
    Effect.gen(function*() {
      const { received, send } = yield* event()
      assert.deepStrictEqual(done(yield* send("anna@desk.example")).body, { reason: null, problem: null })
      const [mail, ...others] = received
      assert.deepStrictEqual(others, [])
      assert.deepInclude(mail, { from: "desk@fest.example", to: ["anna@desk.example"], encrypted: true })
      const sql = yield* SqlClient.SqlClient
      const [entry] = yield* sql<{ content: object }>`select content from audit_log
        where log_type = 'test_mail_requested' order by id desc limit 1`
      assert.deepStrictEqual(entry!.content, { recipient: "a…@desk.example" })
      const queued = yield* sql`select from mail where recipient = 'anna@desk.example'`
      assert.lengthOf(queued, 0)
    }))

  it.effect("brings back what the server says, in the reader's language, and never the password", () =>
    Effect.gen(function*() {
      const { event: id } = yield* Festival
      const refusing = yield* event({ recipient: () => "550 no such user" })
      assert.deepStrictEqual(done(yield* refusing.send("anna@desk.example")).body, {
        reason: "refused",
        problem: "The mail server refused the mail: 550 no such user"
      })
      yield* refusing.save({ email_smtp_password: "another password" })
      const wrong = done(yield* refusing.send("anna@desk.example"))
      assert.strictEqual(wrong.body.reason, "sign_in_refused")
      assert.notInclude(wrong.text, "another password")
      const { token } = yield* Festival
      const german = caller(`${yield* Address}/administration`, token, {
        authorization: `Bearer ${token}`,
        "accept-language": "de"
      })
      const said = done(yield* german("POST", `/tree/events/${id}/send-test-mail`, { recipient: "anna@desk.example" }))
      assert.strictEqual(said.body.problem, "Der Mailserver hat Benutzername und Passwort abgelehnt")
    }))

  it.effect("needs a server, an address and the right; their number is limited", () =>
    Effect.gen(function*() {
      const { event: id } = yield* Festival
      const { received, save, send } = yield* event()
      assert.strictEqual((yield* send("nobody")).status, 422)
      const payer = yield* clerk(id, id, ["payout_management"])
      const path = `/tree/events/${id}/send-test-mail`
      yield* refused(payer("POST", path, { recipient: "a@b.example" }), "organisation.privilege_missing", {}, 403)
      yield* save({ email_smtp_host: null })
      yield* refused(send("anna@desk.example"), "mail.server_missing")
      yield* save({})
      assert.lengthOf(received, 0)
      const tries = Array.from({ length: limits.testMails + 1 }, () => send("anna@desk.example"))
      const statuses = (yield* Effect.all(tries)).map(({ status }) => status)
      assert.strictEqual(statuses.at(-1), 429)
      assert.strictEqual(received.length, statuses.filter((status) => status === 200).length)
    }))
})
