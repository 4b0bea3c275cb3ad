import { assert, layer } from "@effect/vitest"
import { afterTry, nextTurn } from "@wristbank/core/mail/Mail"
import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { MailNotSent } from "@wristbank/core/mail/MailTransport"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { servicesLayer } from "../../support/administration.ts"
import { mailingEvent } from "./MailWorld.ts"

const letter = { key: null, template: "payout_done", subject: "Payout", body: "Dear guest", problem: null }

/**
 * Moments before and after both clock changes in Berlin, where the hour from two to three is missing or occurs twice.
 */
const moments = ["2026-03-29T00:59:30Z", "2026-03-29T01:00:30Z", "2026-10-25T00:59:30Z", "2026-10-25T01:00:30Z"]

layer(servicesLayer, { excludeTestServices: true })("mail when the clocks change", (it) => {
  for (const zone of ["Europe/Berlin", "UTC"]) {
    for (const moment of moments) {
      it.effect(`is due at once and again after its pause, at ${moment} by a database in ${zone}`, () =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const repository = yield* MailRepository
          const event = yield* mailingEvent(1)
          yield* Effect.gen(function*() {
            yield* sql`select set_config('TimeZone', ${zone}, true)`
            const now = DateTime.makeUnsafe(moment)
            const later = (seconds: number) => DateTime.add(now, { seconds })
            const claim = (at: DateTime.Utc) =>
              repository.claim({ eventId: event, now: at, leaseUntil: DateTime.add(at, { minutes: 5 }) })
            yield* repository.insert(event, [{ ...letter, recipient: "first@example.org" }], now)
            yield* repository.insert(event, [{ ...letter, recipient: "second@example.org" }], later(1))
            assert.isUndefined(yield* claim(later(-1)))
            const first = yield* claim(now)
            assert.strictEqual(first?.mail.recipient, "first@example.org")
            assert.strictEqual(DateTime.formatIso(first!.mail.created_at), DateTime.formatIso(now))
            const failure = new MailNotSent({ reason: "deferred", answer: "450 wait" })
            const turn = nextTurn(0, failure, { mailsPerMinute: 60_000, now, startedAt: now })
            const mailStates = afterTry(first!.mail.attempts, failure, now)
            assert.isTrue(yield* repository.settle(first!.mail, mailStates, turn))
            const pause = (DateTime.toEpochMillis(mailStates.next_try!) - DateTime.toEpochMillis(now)) / 1000
            assert.isAtLeast(pause, 60)
            const second = yield* claim(later(2))
            assert.strictEqual(second?.mail.recipient, "second@example.org")
            const sent = { status: "sent", problem: null, next_try: null, sent_at: later(3) } as const
            assert.isTrue(yield* repository.settle(second!.mail, sent, { free_at: later(3), failures: 0 }))
            assert.isUndefined(yield* claim(later(pause - 1)))
            assert.strictEqual((yield* claim(later(pause)))?.mail.recipient, "first@example.org")
          }).pipe(sql.withTransaction)
        }))
    }
  }
})
