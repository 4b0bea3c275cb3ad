import { Context, type DateTime, type Effect, type Redacted, Schema } from "effect"

const reasons = {
  unreachable: "The mail server can't be reached",
  address_refused: "The server may not connect to where the mail server is, unless it is started with " +
    "WRISTBANK_MAIL_NETWORKS that names its network",
  unanswered: "The mail server did not answer in time",
  busy: "The mail server takes no mail now",
  unencrypted: "The mail server offers no encryption that can be trusted",
  password_unreadable:
    "The mail server's password can't be read with this secret key: enter it anew in the event's settings, or start with the key it was stored with",
  sign_in_refused: "The mail server refused user name and password",
  sender_refused: "The mail server refused the sender's address",
  deferred: "The mail server asks to try again later",
  refused: "The mail server refused the mail",
  uncertain: "It may have been sent: the mail server was given the mail and nobody knows what became of it"
}

/** Why a mail was not sent, or is not known to be sent. */
export const NotSentReason = Schema.Literals([
  "unreachable",
  "address_refused",
  "unanswered",
  "busy",
  "unencrypted",
  "password_unreadable",
  "sign_in_refused",
  "sender_refused",
  "deferred",
  "refused",
  "uncertain"
])
export type NotSentReason = typeof NotSentReason.Type

/** The mail server did not accept a mail. */
export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", {
  reason: NotSentReason,
  /** The server's answer to this mail, such as "550 no such user"; empty if there was none. */
  answer: Schema.String
}) {
  override readonly message = reasons[this.reason] + (this.answer === "" ? "" : `: ${this.answer}`)
}

/** A mail server from an event's settings. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise the connection is upgraded by STARTTLS. Mail is never sent without TLS. */
  readonly tlsFromStart: boolean
  /** Null for a server that requires no sign-in. */
  readonly signIn: { readonly user: string; readonly password: Redacted.Redacted } | null
}

/** A mail ready to be sent: plain text to one address. */
export interface MailMessage {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for every try, so that a mailbox recognises a duplicate. */
  readonly messageId: string
  readonly at: DateTime.Utc
}

/** Hands mail to a server; a call ends within a minute. */
export class MailTransport extends Context.Service<MailTransport, {
  readonly send: (server: MailServer, message: MailMessage) => Effect.Effect<void, MailNotSent>
}>()("core/MailTransport") {}

/** The message of a reason, if there is no answer of a server. */
export const messageOf = (reason: NotSentReason): string => reasons[reason]
