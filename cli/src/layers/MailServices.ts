import { maySeeMails } from "@wristbank/core/mail/Mail"
import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { Layer } from "effect"

/** The services for retrying mail. */
export const mailServices = {
  privileges: maySeeMails,
  layer: Mails.layer.pipe(Layer.provide(MailRepository.layer))
}
