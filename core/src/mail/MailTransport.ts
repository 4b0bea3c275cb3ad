import { Context, type DateTime, type Effect, type Redacted, Schema } from "effect"
import type { Language } from "../base/Language.ts"

const reasons = {
  unreachable: { en: "The mail server can't be reached", de: "Der Mailserver ist nicht erreichbar" },
  address_refused: {
    en: "The server may not connect to where the mail server is, unless it is started with " +
      "WRISTBANK_MAIL_NETWORKS that names its network",
    de: "Der Server darf sich nicht dorthin verbinden, wo der Mailserver ist, außer er wird mit " +
      "WRISTBANK_MAIL_NETWORKS gestartet, das dessen Netz nennt"
  },
  unanswered: { en: "The mail server did not answer in time", de: "Der Mailserver hat nicht rechtzeitig geantwortet" },
  busy: { en: "The mail server takes no mail now", de: "Der Mailserver nimmt gerade keine Mail an" },
  unencrypted: {
    en: "The mail server offers no encryption that can be trusted",
    de: "Der Mailserver bietet keine vertrauenswürdige Verschlüsselung an"
  },
  password_unreadable: {
    en: "The mail server's password can't be read with this secret key: enter it anew in the event's settings, or " +
      "start with the key it was stored with",
    de: "Das Passwort des Mailservers lässt sich mit diesem Schlüssel nicht lesen: in den Einstellungen der " +
      "Veranstaltung neu eingeben, oder mit dem Schlüssel starten, mit dem es gespeichert wurde"
  },
  sign_in_refused: {
    en: "The mail server refused user name and password",
    de: "Der Mailserver hat Benutzername und Passwort abgelehnt"
  },
  sender_refused: {
    en: "The mail server refused the sender's address",
    de: "Der Mailserver hat die Adresse des Absenders abgelehnt"
  },
  deferred: { en: "The mail server asks to try again later", de: "Der Mailserver bittet, es später zu versuchen" },
  refused: { en: "The mail server refused the mail", de: "Der Mailserver hat die Mail abgelehnt" },
  uncertain: {
    en: "It may have been sent: the mail server was given the mail and no one knows what became of it",
    de: "Sie ist vielleicht gesendet: der Mailserver hat sie bekommen, und niemand weiß, was daraus wurde"
  }
} as const

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
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return reasons[this.reason][language] + (this.answer === "" ? "" : `: ${this.answer}`)
  }
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
export const messageOf = (reason: NotSentReason): string => reasons[reason].en
