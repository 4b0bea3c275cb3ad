import { Context, DateTime, Duration, Effect, FiberMap, Layer, Schedule } from "effect"
import { Configuration } from "../base/Configuration.ts"
import { keepGoing } from "../sql/Outages.ts"
import { deliver, type Letter } from "./Delivery.ts"
import { afterTry, daysKept, type Mail, messageIdOf, nextTurn } from "./Mail.ts"
import { MailRepository } from "./MailRepository.ts"
import { MailServers } from "./MailServers.ts"
import { MailTransport } from "./MailTransport.ts"

/**
 * Seconds for which no other process sends for the event. One mail takes up to a minute, storing its outcome another.
 */
const leaseSeconds = 300

/** Storing the outcome of a mail is retried for about a minute. */
const retryReport = { times: 7, schedule: Schedule.exponential("500 millis") }

/**
 * Sends queued mail: one at a time for each event, at its pace, from any number of processes. A killed process may
 * leave one mail of an event of which it is unknown whether it arrived. That mail is listed and never resent
 * automatically.
 */
export class MailSender extends Context.Service<MailSender>()("core/MailSender", {
  make: Effect.gen(function*() {
    const { mailsPerMinute } = yield* Configuration
    const repository = yield* MailRepository
    const servers = yield* MailServers
    const transport = yield* MailTransport
    const underWay = yield* FiberMap.make<bigint>()

    /** Sends the event's next mail if one is due and no other process is sending; returns whether it tried one. */
    const sendNext = Effect.fn("MailSender.sendNext")(function*(eventId: bigint) {
      const mailSettings = yield* servers.of(eventId)
      if (mailSettings === null) return false
      const startedAt = yield* DateTime.now
      const leaseUntil = DateTime.add(startedAt, { seconds: leaseSeconds })
      const claimed = yield* repository.claim({ eventId, leaseUntil, now: startedAt })
      if (claimed === undefined) return false
      const { failures, mail } = claimed
      const failure = yield* deliver(transport, mailSettings, letterOf(mail))
      const now = yield* DateTime.now
      const turn = nextTurn(failures, failure, { mailsPerMinute, now, startedAt })
      const isSettled = yield* Effect.retry(
        repository.settle(mail, afterTry(mail.attempts, failure, now), turn),
        retryReport
      )
      const log = Effect.annotateLogs({ event_id: eventId, mail_id: mail.id })
      if (failure !== null) yield* log(Effect.logWarning(`A mail was not sent: ${failure.message}`))
      if (!isSettled) yield* log(Effect.logWarning("A mail was given up: it took longer than its lease"))
      return true
      // A mail that was begun is always finished, so that an orderly shutdown leaves none in doubt.
    }, Effect.uninterruptible)

    const pause = Duration.millis(Math.ceil(60_000 / mailsPerMinute))

    /** Starts sending for every event with due mail. It does not wait, so no event's server delays those of others. */
    const sweep = Effect.fn("MailSender.sweep")(function*(now: DateTime.Utc) {
      const eventIds = yield* repository.dueEvents(now)
      yield* Effect.forEach(
        eventIds,
        (eventId) => FiberMap.run(underWay, eventId, sendAll(eventId, sendNext, pause), { onlyIfMissing: true }),
        { discard: true }
      )
    })

    /** Erases the texts, which are for the guest only, of mails older than `daysKept`; returns how many were erased. */
    const eraseOld = Effect.fn("MailSender.eraseOld")((now: DateTime.Utc) =>
      repository.eraseSome(DateTime.subtract(now, { days: daysKept }), now).pipe(
        Effect.repeat({ while: (count) => count > 0 })
      )
    )

    return {
      eraseOld,
      sendNext,
      sweep,
      /** Waits until everything that `sweep` started has finished. */
      idle: FiberMap.awaitEmpty(underWay)
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([MailRepository.layer, MailServers.layer]))
}

const letterOf = (mail: Mail): Letter => ({
  to: mail.recipient,
  subject: mail.subject,
  text: mail.body,
  at: mail.created_at,
  messageIdFor: (sender) => messageIdOf(mail, sender)
})

/** Sends all due mail of an event at its pace. A failure ends only this event's round. */
const sendAll = <E>(
  eventId: bigint,
  sendNext: (eventId: bigint) => Effect.Effect<boolean, E>,
  pause: Duration.Duration
) =>
  sendNext(eventId).pipe(
    Effect.tap((tried) => tried ? Effect.sleep(pause) : Effect.void),
    Effect.repeat({ while: (tried) => tried }),
    keepGoing("mail", "The mail of an event could not be sent", "Error"),
    Effect.annotateLogs({ event_id: eventId })
  )
