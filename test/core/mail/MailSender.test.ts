import { assert, layer } from "@effect/vitest"
import { maxTries } from "@wristbank/core/mail/Mail"
import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { type MailMessage, MailNotSent, type MailTransport } from "@wristbank/core/mail/MailTransport"
import { DateTime, Deferred, Effect, Layer, Logger } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { servicesLayer } from "../../support/administration.ts"
import { openMailBox } from "../../support/MailBox.ts"
import { mailingEvent, mailStates, queued, sendDue, sender, waited } from "./MailWorld.ts"

const addresses = (count: number) => Array.from({ length: count }, (_, place) => `guest${place}@example.org`)

const of = (rows: Effect.Success<ReturnType<typeof mailStates>>) =>
  rows.map(({ attempts, problem, status }) => [status, attempts, problem])

/** A transport with a given answer, and the recipients of the mails it got. */
const answering = (answer: (message: MailMessage) => Effect.Effect<void, MailNotSent>) => {
  const given: Array<string> = []
  const transport: MailTransport["Service"] = {
    send: (_, message) => Effect.andThen(Effect.sync(() => given.push(message.to)), answer(message))
  }
  return { given, transport }
}

const away = Effect.fail(
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("away") }) })
)

const failing = (reason: MailNotSent["reason"]) => answering(() => Effect.fail(new MailNotSent({ reason, answer: "" })))

const quiet = Layer.merge(servicesLayer, Logger.layer([]))

layer(quiet, { excludeTestServices: true })("sending mail", (it) => {
  it.effect("what is queued goes out in its order, once, with the event's password", () =>
    Effect.gen(function*() {
      const box = yield* openMailBox()
      const event = yield* mailingEvent(box.port)
      yield* queued(event, ...addresses(3))
      const mail = yield* sender()
      yield* sendDue(mail, event)
      yield* sendDue(mail, event)
      assert.deepStrictEqual(box.received.map(({ to }) => to[0]), addresses(3))
      assert.deepStrictEqual(box.signIns, ["fest", "fest", "fest"])
      assert.strictEqual(box.received[0]!.text, "Dear Ada, 12.50 EUR are on their way.")
      assert.deepStrictEqual(box.received[0]!.headers.get("subject"), ["Payout 7"])
      assert.deepStrictEqual(of(yield* mailStates(event)), Array.from({ length: 3 }, () => ["sent", 1, null]))
    }))

  it.effect("an address in letters of any language is written as every server takes it", () =>
    Effect.gen(function*() {
      const letters: Array<MailMessage> = []
      const work = answering((message) => Effect.sync(() => letters.push(message)))
      const event = yield* mailingEvent(1, { email_default_sender: "desk@bühne.example" })
      yield* queued(event, "ada@münchen.example", "Bob@Example.ORG")
      yield* sendDue(yield* sender(work), event)
      assert.deepStrictEqual(letters.map(({ to }) => to), ["ada@xn--mnchen-3ya.example", "Bob@Example.ORG"])
      for (const { from, messageId } of letters) {
        assert.strictEqual(from, "desk@xn--bhne-0ra.example")
        assert.match(messageId, /@xn--bhne-0ra\.example>$/)
      }
      assert.deepStrictEqual((yield* mailStates(event)).map(({ recipient }) => recipient), [
        "ada@münchen.example",
        "Bob@Example.ORG"
      ])
    }))

  it.effect("two senders at once send each mail once, and never two at a time for one event", () =>
    Effect.gen(function*() {
      let busy = 0
      let most = 0
      const work = answering(() =>
        Effect.acquireUseRelease(
          Effect.sync(() => most = Math.max(most, ++busy)),
          () => Effect.sleep("1 millis"),
          () => Effect.sync(() => busy--)
        )
      )
      const event = yield* mailingEvent(1)
      yield* queued(event, ...addresses(30))
      const senders = yield* Effect.all([sender(work), sender(work), sender(work)])
      const isLeft = Effect.map(mailStates(event), (rows) => rows.some(({ status }) => status !== "sent"))
      yield* Effect.forEach(
        senders,
        (mail) => Effect.repeat(Effect.andThen(sendDue(mail, event), isLeft), { while: (left) => left }),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(work.given, addresses(30))
      assert.lengthOf(work.given, 30)
      assert.strictEqual(most, 1)
    }))

  it.effect("an event's mails keep their distance, whichever process sends them", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const work = answering(() => Effect.void)
      const event = yield* mailingEvent(1)
      yield* queued(event, ...addresses(2))
      const before = yield* DateTime.now
      const [one, another] = [
        yield* sender({ ...work, mailsPerMinute: 1 }),
        yield* sender({ ...work, mailsPerMinute: 1 })
      ]
      assert.deepStrictEqual([yield* one.sendNext(event), yield* another.sendNext(event)], [true, false])
      const [turn] = yield* sql<{ free_at: DateTime.Utc }>`select free_at from mail_turn where event_id = ${event}`
      assert.isAtLeast(DateTime.toEpochMillis(turn!.free_at) - DateTime.toEpochMillis(before), 60_000)
      yield* waited(event)
      assert.isTrue(yield* another.sendNext(event))
      assert.deepStrictEqual(work.given, addresses(2))
    }))

  it.effect("a refused mail is listed at once, one put off is tried until it is given up, the others arrive", () =>
    Effect.gen(function*() {
      const box = yield* openMailBox({
        recipient: (to) => to.startsWith("guest0") ? "550 no such user" : to.startsWith("guest1") ? "450 wait" : null
      })
      const event = yield* mailingEvent(box.port)
      yield* queued(event, ...addresses(3))
      const mail = yield* sender()
      yield* sendDue(mail, event)
      const refused = ["failed", 1, "The mail server refused the mail: 550 no such user"]
      const putOff = "The mail server asks to try again later: 450 wait"
      assert.deepStrictEqual(of(yield* mailStates(event)), [refused, ["queued", 1, putOff], ["sent", 1, null]])
      for (let attempt = 1; attempt < maxTries; attempt++) {
        yield* waited(event)
        yield* sendDue(mail, event)
      }
      assert.deepStrictEqual(of(yield* mailStates(event)), [refused, ["failed", maxTries, putOff], ["sent", 1, null]])
      yield* waited(event)
      assert.isFalse(yield* mail.sendNext(event))
    }))

  it.effect("a server that fails for every mail is left alone, and asked again when an operator says so", () =>
    Effect.gen(function*() {
      const box = yield* openMailBox({ auth: (user) => user === "fest" ? "535 no" : "" })
      const event = yield* mailingEvent(box.port)
      yield* queued(event, ...addresses(3))
      const mail = yield* sender()
      assert.deepStrictEqual([yield* mail.sendNext(event), yield* mail.sendNext(event)], [true, false])
      assert.lengthOf(box.signIns, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update event set settings = jsonb_set(settings, '{email_smtp_username}', '"desk"')
        where event_id = ${event}`
      const [first] = yield* mailStates(event)
      const actor = { userId: null, terminalId: null, node: { id: event }, eventId: event, by: "desk@office" }
      assert.deepStrictEqual(yield* Mails.use(({ retry }) => retry(actor, null)), [first!.id])
      yield* sendDue(mail, event)
      assert.sameMembers(box.received.map(({ to }) => to[0]), addresses(3))
    }))

  it.effect("a sender that ends between server and database leaves the mail in doubt, and no one sends it twice", () =>
    Effect.gen(function*() {
      const box = yield* openMailBox()
      const event = yield* mailingEvent(box.port)
      yield* queued(event, ...addresses(2))
      const ended = yield* sender({
        repository: (repository) => ({ ...repository, settle: () => Effect.die("the process has ended") })
      })
      yield* Effect.exit(ended.sendNext(event))
      assert.deepStrictEqual(of(yield* mailStates(event)), [["sending", 1, null], ["queued", 0, null]])
      const mail = yield* sender()
      assert.isFalse(yield* mail.sendNext(event))
      yield* waited(event)
      yield* sendDue(mail, event)
      const [first, second] = yield* mailStates(event)
      assert.deepStrictEqual([first!.status, second!.status], ["failed", "sent"])
      assert.match(first!.problem!, /^It may have been sent/)
      assert.deepStrictEqual(box.received.map(({ to }) => to[0]), addresses(2))
    }))

  it.effect("the database may be away for a moment once a mail is sent", () =>
    Effect.gen(function*() {
      let attempts = 0
      const work = answering(() => Effect.void)
      const event = yield* mailingEvent(1)
      yield* queued(event, "ada@example.org")
      const mail = yield* sender({
        ...work,
        repository: (repository) => ({
          ...repository,
          settle: (...outcome) => Effect.suspend(() => attempts++ === 0 ? away : repository.settle(...outcome))
        })
      })
      yield* mail.sendNext(event)
      assert.deepStrictEqual(of(yield* mailStates(event)), [["sent", 1, null]])
      assert.deepStrictEqual([work.given, attempts], [["ada@example.org"], 2])
    }))

  it.effect("a fault in between is told of and leaves the mail in doubt", () =>
    Effect.gen(function*() {
      const event = yield* mailingEvent(1)
      yield* queued(event, "ada@example.org")
      const mail = yield* sender(answering(() => Effect.die("broken")))
      yield* mail.sendNext(event)
      assert.strictEqual((yield* mailStates(event))[0]!.status, "failed")
    }))

  it.effect("an event whose server hangs or fails, or whose password can't be read, holds up no other", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const hung = yield* Deferred.make<void>()
      const [hangs, unreadable, fails, works] = yield* Effect.all([
        mailingEvent(1, { email_default_sender: "hangs@fest.example" }),
        mailingEvent(1),
        mailingEvent(1, { email_default_sender: "fails@fest.example" }),
        mailingEvent(1)
      ])
      yield* sql`update event set secrets = '{"email_smtp_password": "nonsense"}' where event_id = ${unreadable}`
      for (const event of [hangs, unreadable, fails, works]) yield* queued(event, ...addresses(2))
      const work = answering(({ from }) =>
        from.startsWith("hangs")
          ? Deferred.await(hung)
          : from.startsWith("fails")
          ? Effect.die("broken")
          : Effect.void
      )
      const mail = yield* sender(work)
      yield* mail.sweep(yield* DateTime.now)
      yield* Effect.repeat(mailStates(works), { until: (rows) => rows.every(({ status }) => status === "sent") })
      yield* mail.sweep(yield* DateTime.now)
      yield* Deferred.succeed(hung, undefined)
      yield* mail.idle
      assert.deepStrictEqual(of(yield* mailStates(hangs)), [["sent", 1, null], ["sent", 1, null]])
      assert.deepStrictEqual((yield* mailStates(fails)).map(({ status }) => status), ["failed", "failed"])
      assert.deepStrictEqual((yield* mailStates(unreadable)).map(({ status }) => status), ["queued", "queued"])
    }))

  it.effect("a password that can't be read is told of once a try, and tried more and more rarely", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const work = answering(() => Effect.void)
      const event = yield* mailingEvent(1)
      yield* sql`update event set secrets = '{"email_smtp_password": "nonsense"}' where event_id = ${event}`
      yield* queued(event, ...addresses(2))
      const said: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => said.push(String(message)))])
      const mail = yield* sender(work)
      const sweep = Effect.provide(
        Effect.andThen(Effect.flatMap(DateTime.now, mail.sweep), mail.idle),
        log
      )
      const toldOnce = () =>
        assert.lengthOf(said.filter((line) => line.includes("can't be read with this secret key")), 1)
      const before = yield* DateTime.now
      yield* sweep
      toldOnce()
      const [turn] = yield* sql<{ failures: number; free_at: DateTime.Utc }>`
          select failures, free_at from mail_turn where event_id = ${event}`
      assert.strictEqual(turn!.failures, 1)
      assert.isAtLeast(DateTime.toEpochMillis(turn!.free_at) - DateTime.toEpochMillis(before), 60_000)
      // A day later, so that the minute is not over on any machine, however slow.
      yield* sql`update mail_turn set free_at = free_at + interval '1 day' where event_id = ${event}`
      for (const again of [sweep, sweep]) {
        yield* again
        toldOnce()
      }
      assert.isEmpty(work.given)
      const listed = yield* MailRepository.use(({ unsent }) => unsent(event))
      assert.lengthOf(listed, 1)
      assert.include(listed[0]!.problem!, "enter it anew")
      yield* sql`update event set secrets = '{}' where event_id = ${event}`
      yield* waited(event)
      yield* sendDue(mail, event)
      assert.sameMembers(work.given, addresses(2))
    }))

  it.effect("an event that has no mail any more keeps what is queued", () =>
    Effect.gen(function*() {
      const work = failing("unreachable")
      const event = yield* mailingEvent(1)
      yield* queued(event, "ada@example.org")
      const sql = yield* SqlClient.SqlClient
      yield* sql`update event set settings = jsonb_set(settings, '{email_enabled}', 'false') where event_id = ${event}`
      const mail = yield* sender(work)
      assert.isFalse(yield* mail.sendNext(event))
      yield* mail.sweep(yield* DateTime.now)
      yield* mail.idle
      assert.isEmpty(work.given)
      assert.deepStrictEqual(of(yield* mailStates(event)), [["queued", 0, null]])
    }))
})
