import { DateTime, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { type MailNotSent, messageOf, type NotSentReason } from "./MailTransport.ts"

/**
 * queued: waits for its turn; sending: a process is sending it; failed: not tried again unless an operator asks for it.
 */
export const MailStatus = Schema.Literals(["queued", "sending", "sent", "failed"])
export type MailStatus = typeof MailStatus.Type

/** A mail that a sender has claimed. */
export class Mail extends Schema.Class<Mail>("Mail")({
  event_id: Id,
  id: Id,
  recipient: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  /** Number of tries, including a running one. */
  attempts: Schema.Int,
  created_at: Schema.DateTimeUtc
}) {}

/** A mail as operators see it. Its text is not included: it is for the guest only. */
export class ListedMail extends Schema.Class<ListedMail>("ListedMail")({
  /** The event from which it was sent. */
  event_id: Id,
  id: Id,
  /** The occasion, as the settings of the event name its text. */
  template: Schema.String,
  /** The address of the guest. */
  recipient: Schema.String,
  /**
   * `queued`: waits for another try; `sending`: is being sent; `failed`: is tried again only if someone asks for it.
   */
  status: MailStatus,
  /** How often sending was tried. */
  attempts: Schema.Int,
  /** When it was written. */
  created_at: Schema.DateTimeUtc,
  /** When it is tried again; null if it failed for good. */
  next_try: nullOr(Schema.DateTimeUtc),
  /** Why the last try failed, with the mail server's own answer where it gave one. */
  problem: nullOr(Schema.String)
}) {}

/** The state of a mail after a try. */
export interface MailDelivery {
  readonly status: "queued" | "sent" | "failed"
  readonly next_try: DateTime.Utc | null
  readonly sent_at: DateTime.Utc | null
  readonly problem: string | null
}

/**
 * The earliest time of an event's next mail, and how many mails in a row its server failed to accept for reasons of its
 * own.
 */
export interface SenderTurn {
  readonly free_at: DateTime.Utc
  readonly failures: number
}

/**
 * Days from its creation for which the text of a sent or failed mail is kept. A failed mail can be retried that long.
 */
export const daysKept = 30

/** Number of tries before a mail is given up, about a day after the first. */
export const maxTries = 14

/** Longest pause before a mail is tried again: 1, 2, 4 … 240 minutes. */
const longestPauseMinutes = 240

/** Longest pause for a server that fails for every mail: 1, 2, 4, 8, 15 minutes. */
const longestServerPauseMinutes = 15

/**
 * Decides the state of a mail after a try; `failure` is null if it was sent. A mail that may have arrived is never
 * resent automatically, nor is one that the server refused.
 */
export const afterTry = (attempts: number, failure: MailNotSent | null, now: DateTime.Utc): MailDelivery => {
  if (failure === null) return { status: "sent", next_try: null, sent_at: now, problem: null }
  const isLast = attempts >= maxTries || failure.reason === "refused" || failure.reason === "uncertain"
  return {
    status: isLast ? "failed" : "queued",
    next_try: isLast ? null : DateTime.add(now, { minutes: doubling(attempts - 1, longestPauseMinutes) }),
    sent_at: null,
    problem: failure.message
  }
}

/** Decides when the event's next mail may be sent. A server that fails for every mail gets a pause. */
export const nextTurn = (
  failures: number,
  failure: MailNotSent | null,
  { mailsPerMinute, now, startedAt }: {
    readonly mailsPerMinute: number
    readonly startedAt: DateTime.Utc
    readonly now: DateTime.Utc
  }
): SenderTurn =>
  failure !== null && ofTheServer.includes(failure.reason)
    ? {
      free_at: DateTime.add(now, { minutes: doubling(failures, longestServerPauseMinutes) }),
      failures: failures + 1
    }
    : { free_at: DateTime.add(startedAt, { milliseconds: Math.ceil(60_000 / mailsPerMinute) }), failures: 0 }

/** The problem of a mail whose sender ended without a report. */
export const abandoned = messageOf("uncertain")

const ofTheServer: ReadonlyArray<NotSentReason> = [
  "unreachable",
  "address_refused",
  "unanswered",
  "busy",
  "unencrypted",
  "password_unreadable",
  "sign_in_refused",
  "sender_refused"
]

const doubling = (times: number, most: number): number => Math.min(most, 2 ** Math.min(times, 30))

/**
 * The permanent id of a mail, in the sender's domain. The time of creation distinguishes installations that send from
 * the same domain.
 */
export const messageIdOf = ({ created_at, event_id, id }: Mail, sender: string): string =>
  `<wristbank.${event_id}.${id}.${DateTime.toEpochMillis(created_at)}@${sender.slice(sender.lastIndexOf("@") + 1)}>`

/** Privileges to see the mail of an event and to retry it; mail goes to guests of the whole event. */
export const maySeeMails: ReadonlyArray<Privilege> = ["node_administration"]
