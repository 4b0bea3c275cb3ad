import { DateTime, Schema } from "effect"
import type { Language } from "../base/Language.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { WrittenMail } from "../event/MailTemplate.ts"
import { NotSentReason } from "./MailTransport.ts"

/** The outcome of a test mail. */
export const TestMailOutcome = Schema.Struct({
  /** Why the mail was not sent, or is not known to be; null if the mail server accepted it. */
  reason: nullOr(NotSentReason),
  /** The reason in words, with the mail server's own answer where it gave one; null if it accepted the mail. */
  problem: nullOr(Schema.String)
})
export type TestMailOutcome = typeof TestMailOutcome.Type

/** Contains no secret and nothing about guests, as it may go to any address. */
export const testMail: Readonly<Record<Language, WrittenMail>> = {
  en: {
    subject: "Test mail",
    body: "This mail was sent from the settings of an event, to test its mail server.\n\n" +
      "It arrived, so mail to guests arrives too."
  },
  de: {
    subject: "Testmail",
    body: "Diese Mail wurde aus den Einstellungen einer Veranstaltung gesendet, um ihren Mailserver zu prüfen.\n\n" +
      "Sie ist angekommen, also kommen auch Mails an Gäste an."
  }
}

/** The first letter and the domain of an address: who knows the address recognises it, to others it is useless. */
export const maskedAddress = (address: string): string =>
  `${Array.from(address)[0] ?? ""}…${address.slice(address.lastIndexOf("@"))}`

/** The id of a test mail, in the sender's domain. */
export const testMessageId = (eventId: bigint, at: DateTime.Utc) => (sender: string): string =>
  `<wristbank.${eventId}.test.${DateTime.toEpochMillis(at)}@${sender.slice(sender.lastIndexOf("@") + 1)}>`
