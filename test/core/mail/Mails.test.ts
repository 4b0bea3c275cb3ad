import { assert, layer } from "@effect/vitest"
import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { servicesLayer } from "../../support/administration.ts"
import { envelope, mailingEvent, mailStates, queued } from "./MailWorld.ts"

const actor = (eventId: bigint) => ({
  userId: null,
  terminalId: null,
  node: { id: eventId },
  eventId,
  by: "ops@desk"
})

layer(servicesLayer, { excludeTestServices: true })("the outbox", (it) => {
  it.effect("mail is queued with what it tells of or not at all", () =>
    Effect.gen(function*() {
      const { withTransaction } = yield* SqlClient.SqlClient
      const event = yield* mailingEvent(1)
      const undone = withTransaction(Effect.andThen(queued(event, "ada@example.org"), Effect.fail("undone")))
      assert.strictEqual(yield* Effect.flip(undone), "undone")
      assert.isEmpty(yield* mailStates(event))
      yield* withTransaction(queued(event, "ada@example.org", "eve@example.org"))
      const rows = yield* mailStates(event)
      assert.deepStrictEqual(rows.map(({ recipient, status }) => [recipient, status]), [
        ["ada@example.org", "queued"],
        ["eve@example.org", "queued"]
      ])
    }))

  it.effect("the same is told once, however often and by however many it is asked for", () =>
    Effect.gen(function*() {
      const mails = yield* Mails
      const [event, other] = [yield* mailingEvent(1), yield* mailingEvent(1)]
      const tell = (eventId: bigint) =>
        mails.enqueue({ eventId, template: "payout_done", ...envelope("ada@example.org", "run 7, payout 3") })
      yield* Effect.all(Array.from({ length: 6 }, () => tell(event)), { concurrency: "unbounded" })
      yield* tell(other)
      yield* mails.enqueue({
        eventId: event,
        template: "bank_data_changed",
        to: "ada@example.org",
        key: "run 7, payout 3",
        values: {}
      })
      assert.lengthOf(yield* mailStates(event), 2)
      assert.lengthOf(yield* mailStates(other), 1)
    }))

  it.effect("an event without mail queues none", () =>
    Effect.gen(function*() {
      const event = yield* mailingEvent(1, { email_enabled: false })
      yield* queued(event, "ada@example.org")
      assert.isEmpty(yield* mailStates(event))
    }))

  it.effect("what can't be an address disturbs nothing and is listed, and tried again it is audited", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { retry } = yield* Mails
      const { unsent } = yield* MailRepository
      const event = yield* mailingEvent(1)
      yield* queued(event, "nobody", `${"a".repeat(300)}@example.org`, "ada@example.org\r\nBcc: eve@example.org")
      yield* queued(event, "ada@example.org")
      const listed = yield* unsent(event)
      assert.deepStrictEqual(listed.map(({ problem, status }) => [status, problem]), [
        ["failed", "The recipient has no e-mail address"],
        ["failed", "The recipient has no e-mail address"],
        ["failed", "The recipient has no e-mail address"]
      ])
      assert.deepStrictEqual(yield* retry(actor(event), listed[1]!.id), [listed[1]!.id])
      const again = yield* mailStates(event)
      assert.deepStrictEqual(again.map(({ status }) => status), ["failed", "queued", "failed", "queued"])
      const entries = yield* sql<{ content: unknown }>`select content from audit_log
        where node_id = ${event} and log_type = 'mail_retried'`
      assert.deepStrictEqual(entries.map(({ content }) => content), [{ ids: [Number(listed[1]!.id)], by: "ops@desk" }])
      const missing = yield* Effect.flip(retry(actor(event), 999_999n))
      assert.strictEqual(missing.message, "There is no mail that failed 999999")
    }))
})
