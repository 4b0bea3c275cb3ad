import { DateTime, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { type MailNotSent, messageOf, type NotSentReason } from "./MailTransport.ts"

/** queued: waits for its turn; sending: somebody is at it; failed: nobody tries it any more unless an operator says so. */
export const MailStatus = Schema.Literals(["queued", "sending", "sent", "failed"])
export type MailStatus = typeof MailStatus.Type

/** A mail that a sender has taken. */
export class Mail extends Schema.Class<Mail>("Mail")({
  event_id: Id,
  id: Id,
  recipient: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  /** Tries so far, the one under way included. */
  attempts: Schema.Int,
  created_at: Schema.DateTimeUtc
}) {}

/** A mail as operators see it; what it says is the guest's alone. */
export class ListedMail extends Schema.Class<ListedMail>("ListedMail")({
  event_id: Id,
  id: Id,
  template: Schema.String,
  recipient: Schema.String,
  status: MailStatus,
  attempts: Schema.Int,
  created_at: Schema.DateTimeUtc,
  next_try: Schema.NullOr(Schema.DateTimeUtc),
  problem: Schema.NullOr(Schema.String)
}) {}

/** How a mail stands after a try. */
export interface MailDelivery {
  readonly status: "queued" | "sent" | "failed"
  readonly next_try: DateTime.Utc | null
  readonly sent_at: DateTime.Utc | null
  readonly problem: string | null
}

/** When an event's next mail may be sent, and how many in a row its server took no notice of. */
export interface SenderTurn {
  readonly free_at: DateTime.Utc
  readonly failures: number
}

/** Days after it was written in which the text of a mail that was sent or failed is kept, and the latter can be retried. */
export const daysKept = 30

/** Tries of one mail before it is given up, about a day after the first. */
export const maxTries = 14

/** Minutes until a mail is tried again: 1, 2, 4 … and 240 at most. */
const longestPauseMinutes = 240

/** Minutes until a server that fails for every mail is tried again: 1, 2, 4, 8 and 15 at most. */
const longestServerPauseMinutes = 15

/**
 * Decides what becomes of a mail after a try; null: it was sent. One that may have been sent is never sent again by
 * itself, nor is one that the server won't have.
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

/** Decides when the event's next mail may be sent. A server that fails whatever the mail is left alone for a while. */
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

/** Of a mail whose sender ended without a word. */
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
 * Names a mail for good, in the sender's domain.
 * The moment it was written tells installations apart that send from the same domain.
 */
export const messageIdOf = ({ created_at, event_id, id }: Mail, sender: string): string =>
  `<wristbank.${event_id}.${id}.${DateTime.toEpochMillis(created_at)}@${sender.slice(sender.lastIndexOf("@") + 1)}>`

/** Who sees to it that an event's mail arrives; it goes to guests of the whole event. */
export const maySeeMails: ReadonlyArray<Privilege> = ["node_administration"]
