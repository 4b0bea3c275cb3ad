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

/** Why a mail is not known to be sent. */
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

/** The mail server did not take a mail. */
export class MailNotSent extends Schema.TaggedError<MailNotSent>()("MailNotSent", {
  reason: NotSentReason,
  /** The server's answer to this mail, such as "550 no such user"; empty where there is none. */
  answer: Schema.String
}) {
  override readonly message = reasons[this.reason] + (this.answer === "" ? "" : `: ${this.answer}`)
}

/** A server that takes mail, as an event's settings name it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise the connection is upgraded by STARTTLS. There is no mail without either. */
  readonly tlsFromStart: boolean
  /** Null for a server that takes mail without. */
  readonly signIn: { readonly user: string; readonly password: Redacted.Redacted } | null
}

/** A mail ready to be sent: plain text to one address. */
export interface MailMessage {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same at every try, so that a mailbox recognises a mail it has already. */
  readonly messageId: string
  readonly at: DateTime.Utc
}

/** Hands mail to a server. One call ends within a minute. */
export class MailTransport extends Context.Service<MailTransport, {
  readonly send: (server: MailServer, message: MailMessage) => Effect.Effect<void, MailNotSent>
}>()("core/MailTransport") {}

/** The message of a reason, for those who have no answer of a server. */
export const messageOf = (reason: NotSentReason): string => reasons[reason]
