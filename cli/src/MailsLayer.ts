import { MailRepository } from "@wristbank/core/mail/MailRepository"
import { Mails } from "@wristbank/core/mail/Mails"
import { Layer } from "effect"
import { commandLayer } from "./CommandLayer.ts"

/** The services for retrying mail, on the database of the command. */
export const mailsLayer = Mails.layer.pipe(Layer.provide(MailRepository.layer), Layer.provideMerge(commandLayer))
