import { assert, layer } from "@effect/vitest"
import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { servicesLayer } from "../../support/administration.ts"
import { mailingEvent, queued, sendDue, sender } from "./MailWorld.ts"

layer(servicesLayer, { excludeTestServices: true })("old mail", (it) => {
  it.effect("that was sent or failed 30 days ago says nothing any more, and what waits keeps its words", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { retry } = yield* Mails
      const { unsent } = yield* MailRepository
      const [event, other] = [yield* mailingEvent(1), yield* mailingEvent(1)]
      yield* queued(event, "ada@example.org", "bob@example.org")
      yield* queued(event, "nobody", "nobody either")
      yield* queued(other, "cyd@example.org")
      const mail = yield* sender({ transport: { send: () => Effect.void } })
      yield* mail.sendNext(event)
      const rows = sql<{ status: string; text: string }>`
          select status, subject || body as text from mail where event_id in (${event}, ${other}) order by id`
      const isThere = Effect.map(rows, (all) => all.map(({ status, text }) => [status, text !== ""]))
      const day = 86_400_000
      const now = DateTime.toEpochMillis(yield* DateTime.now)
      yield* mail.eraseOld(DateTime.makeUnsafe(now + 30 * day - 60_000))
      const all = [["sent", true], ["queued", true], ["failed", true], ["failed", true], ["queued", true]]
      assert.deepStrictEqual(yield* isThere, all)
      yield* mail.eraseOld(DateTime.makeUnsafe(now + 30 * day + 60_000))
      const kept = [["sent", false], ["queued", true], ["failed", false], ["failed", false], ["queued", true]]
      assert.deepStrictEqual(yield* isThere, kept)
      assert.isEmpty(yield* unsent(event))
      const actor = { userId: null, terminalId: null, node: { id: event }, eventId: event, by: "desk@office" }
      assert.strictEqual((yield* Effect.flip(retry(actor, null)))._tag, "NotFound")
      for (const one of [event, other]) yield* sendDue(mail, one)
    }))
})
