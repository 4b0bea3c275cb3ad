import { assert, it } from "@effect/vitest"
import { afterTry, Mail, maxTries, messageIdOf, nextTurn } from "@wristbank/core/mail/Mail"
import { MailNotSent, NotSentReason } from "@wristbank/core/mail/MailTransport"
import { DateTime, Schema } from "effect"

const now = DateTime.makeUnsafe("2030-06-01T12:00:00Z")
const failure = (reason: NotSentReason) => new MailNotSent({ reason, answer: "" })
const minutesAfter = (at: DateTime.Utc | null) =>
  at === null ? null : (DateTime.toEpochMillis(at) - DateTime.toEpochMillis(now)) / 60_000

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 }))

it("a mail is tried again after 1, 2, 4 … 240 minutes, then given up for an operator to see", () => {
  const pauses = Array.from({ length: maxTries }, (_, place) => {
    const { next_try, problem, status } = afterTry(place + 1, failure("deferred"), now)
    assert.strictEqual(status, place + 1 < maxTries ? "queued" : "failed")
    assert.isNotNull(problem)
    return minutesAfter(next_try)
  })
  assert.deepStrictEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240, 240, null])
})

it.prop("what may have arrived and what no one takes is never sent again by itself", [Count], ([attempts]) => {
  for (const reason of ["uncertain", "refused"] as const) {
    const { next_try, status } = afterTry(attempts + 1, failure(reason), now)
    assert.strictEqual(status, "failed")
    assert.isNull(next_try)
  }
})

it.prop(
  "a mail that was sent is done with, whatever came before",
  [Count],
  ([attempts]) =>
    assert.deepStrictEqual(afterTry(attempts + 1, null, now), {
      status: "sent",
      next_try: null,
      sent_at: now,
      problem: null
    })
)

it.prop(
  "mails keep their distance, and a server that fails for all of them is left alone for 15 minutes at most",
  [Schema.NullOr(NotSentReason), Count, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6000 }))],
  ([reason, failures, mailsPerMinute]) => {
    const times = { mailsPerMinute, now, startedAt: now }
    const turn = nextTurn(failures, reason === null ? null : failure(reason), times)
    const pause = minutesAfter(turn.free_at)!
    assert.isAtLeast(pause, 1 / mailsPerMinute)
    const ofOneMail = reason === null || ["deferred", "refused", "uncertain"].includes(reason)
    assert.strictEqual(turn.failures, ofOneMail ? 0 : failures + 1)
    if (ofOneMail) assert.isAtMost(pause, 1 / mailsPerMinute + 1 / 60_000)
    else assert.strictEqual(pause, Math.min(15, 2 ** failures))
  }
)

it("a mail has the same name at every try and lies in the sender's domain", () => {
  const mail = new Mail({
    event_id: 3n,
    id: 7n,
    recipient: "a@b.example",
    subject: "",
    body: "",
    attempts: 1,
    created_at: now
  })
  const name = messageIdOf(mail, "desk@fest.example")
  assert.match(name, /^<wristbank\.3\.7\.\d+@fest\.example>$/)
  assert.strictEqual(messageIdOf(new Mail({ ...mail, attempts: 9 }), "desk@fest.example"), name)
})
