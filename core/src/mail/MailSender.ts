import { Cause, Context, DateTime, Duration, Effect, FiberMap, Layer, Schedule } from "effect"
import { domainToASCII } from "node:url"
import { Configuration } from "../config/Configuration.ts"
import { keepGoing } from "../sql/Outages.ts"
import { afterTry, daysKept, type Mail, messageIdOf, nextTurn } from "./Mail.ts"
import { MailRepository } from "./MailRepository.ts"
import { type MailOffice, MailServers } from "./MailServers.ts"
import { MailNotSent, MailTransport } from "./MailTransport.ts"

/** So long (seconds) nobody else sends for an event; one mail takes a minute, storing its outcome another. */
const leaseSeconds = 300

/** Storing the outcome of a mail is retried for about a minute. */
const retryReport = { times: 7, schedule: Schedule.exponential("500 millis") }

/**
 * Sends what is queued, for each event one mail at a time and at its pace. Any number of processes may. One that is killed
 * may leave one mail of an event of which nobody knows whether it arrived: it is listed, and never sent again by itself.
 */
export class MailSender extends Context.Service<MailSender>()("core/MailSender", {
  make: Effect.gen(function*() {
    const { mailsPerMinute } = yield* Configuration
    const repository = yield* MailRepository
    const servers = yield* MailServers
    const transport = yield* MailTransport
    const underWay = yield* FiberMap.make<bigint>()

    /** Sends the event's next mail, if one is due and nobody else is at it; says whether it tried one. */
    const sendNext = Effect.fn("MailSender.sendNext")(function*(eventId: bigint) {
      const office = yield* servers.of(eventId)
      if (office === null) return false
      const startedAt = yield* DateTime.now
      const leaseUntil = DateTime.add(startedAt, { seconds: leaseSeconds })
      const claimed = yield* repository.claim({ eventId, leaseUntil, now: startedAt })
      if (claimed === undefined) return false
      const { failures, mail } = claimed
      const failure = yield* hand(transport, office, mail)
      const now = yield* DateTime.now
      const turn = nextTurn(failures, failure, { mailsPerMinute, now, startedAt })
      const isSettled = yield* Effect.retry(
        repository.settle(mail, afterTry(mail.attempts, failure, now), turn),
        retryReport
      )
      const log = Effect.annotateLogs({ event_id: eventId, mail_id: mail.id })
      if (failure !== null) yield* log(Effect.logWarning(`A mail was not sent: ${failure.message}`))
      if (!isSettled) yield* log(Effect.logWarning("A mail was given up before anybody told what became of it"))
      return true
      // A mail that was begun is seen to its end, so that a process which ends in peace leaves none in doubt.
    }, Effect.uninterruptible)

    const pause = Duration.millis(Math.ceil(60_000 / mailsPerMinute))

    /** Starts sending for every event with mail that is due. It does not wait, so no event's server holds up another's. */
    const sweep = Effect.fn("MailSender.sweep")(function*(now: DateTime.Utc) {
      const eventIds = yield* repository.dueEvents(now)
      yield* Effect.forEach(
        eventIds,
        (eventId) => FiberMap.run(underWay, eventId, sendAll(eventId, sendNext, pause), { onlyIfMissing: true }),
        { discard: true }
      )
    })

    /** Takes the text, which is a guest's alone, out of mail that nobody needs it of any more; says of how many. */
    const eraseOld = Effect.fn("MailSender.eraseOld")((now: DateTime.Utc) =>
      repository.eraseSome(DateTime.subtract(now, { days: daysKept }), now).pipe(
        Effect.repeat({ while: (count) => count > 0 })
      )
    )

    return {
      eraseOld,
      sendNext,
      sweep,
      /** Waits until nothing is under way that `sweep` began. */
      idle: FiberMap.awaitEmpty(underWay)
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** What kept the mail from being sent; null: nothing did. After a fault nobody knows whether it arrived. */
const hand = (transport: MailTransport["Service"], { from, server }: MailOffice, mail: Mail) => {
  const sender = inAscii(from)
  return Effect.flatMap(Effect.fromResult(server), (reached) =>
    transport.send(reached, {
      from: sender,
      to: inAscii(mail.recipient),
      subject: mail.subject,
      text: mail.body,
      messageId: messageIdOf(mail, sender),
      at: mail.created_at
    })).pipe(
      Effect.as(null),
      Effect.catchTag("MailNotSent", (failure) => Effect.succeed(failure)),
      Effect.catchDefect((defect) =>
        Effect.as(
          Effect.logError("A mail could not be sent", Cause.die(defect)),
          new MailNotSent({ reason: "uncertain", answer: "" })
        )
      )
    )
}

/** An address with its domain as every mail server takes it (RFC 5890): few know the letters of all languages. */
const inAscii = (address: string): string => {
  const begin = address.lastIndexOf("@") + 1
  const domain = address.slice(begin)
  return /^[\x20-\x7e]*$/.test(domain) ? address : address.slice(0, begin) + (domainToASCII(domain) || domain)
}

/** Sends all that is due for an event, at its pace; what goes wrong ends this event's round alone. */
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
